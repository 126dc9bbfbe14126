import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

/** The database of the conformance suite, in memory: java -cp 'libs/*' SuiteDatabase.java PORT */
public class SuiteDatabase {
  public static void main(String[] args) throws Exception {
    ServerVersion[] versions = ServerVersion.values();
    MongoServer server = new MongoServer(new MemoryBackend().version(versions[versions.length - 1]));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
    System.out.println("listening");
    Thread.currentThread().join();
  }
}
