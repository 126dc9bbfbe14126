#!/bin/sh
# Builds the OpenID Foundation's conformance suite in the folder of its source: build-suite.sh FOLDER
# Needs Java 17, Maven and Python 3, and about four minutes. The suite keeps its results in a MongoDB; the small server in
# memory that comes with it here is enough for tests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
python3 "$here/patch-suite.py"
MAVEN_OPTS='-Xmx1800m -XX:TieredStopAtLevel=1' mvn -q -B -ntp -Dmaven.test.skip=true -Dpmd.skip -Dcheckstyle.skip \
  -Djacoco.skip -Dmaven.gitcommitid.skip=true package
mkdir -p mongo
cat >mongo/pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>latchkey</groupId><artifactId>suite-database</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>de.bwaldvogel</groupId><artifactId>mongo-java-server</artifactId><version>1.47.0</version></dependency>
  </dependencies>
</project>
POM
cd mongo && mvn -q -B -ntp dependency:copy-dependencies -DoutputDirectory=libs
