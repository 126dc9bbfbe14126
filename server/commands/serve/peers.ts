import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Answers, Ask, Question } from '../../http/operations.ts';

/** An event loop that needs longer is not healthy. */
const patienceMilliseconds = 2_000;

type Reply = { value: unknown } | { error: string };

/** Between a worker and the primary, in both directions. `id` is that of the sender's question. */
type Message =
  | { id: number; question: Question }
  | { id: number; reply: Reply }
  | { id: number; replies: Reply[] };

/** In the primary: passes each worker's question on to all of them, and returns their answers. */
export function answerQuestions(serving: ReadonlySet<Worker>): void {
  let lastId = 0;
  const waiting = new Map<number, (reply: Reply) => void>();

  function ask(worker: Worker, question: Question): Promise<Reply> {
    lastId += 1;
    const id = lastId;
    return new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      const fail = () => resolve({ error: `worker ${worker.id} does not respond` });
      setTimeout(fail, patienceMilliseconds).unref();
      worker.send({ id, question } satisfies Message, (error) => error && fail());
    }).finally(() => waiting.delete(id));
  }

  cluster.on('message', async (asker: Worker, message: Message) => {
    if ('reply' in message) waiting.get(message.id)?.(message.reply);
    if (!('question' in message)) return;
    // The asker answers for itself even before it counts as serving.
    const asked = [...new Set([...serving, asker])];
    const all = await Promise.all(asked.map((worker) => ask(worker, message.question)));
    // A worker that has stopped meanwhile is not one of those that serve.
    const replies = all.filter((_reply, index) => asked[index] === asker || serving.has(asked[index]!));
    if (asker.isConnected()) asker.send({ id: message.id, replies } satisfies Message);
  });
}

/** In a worker: answers the questions of the others, and returns a function that asks all workers, itself included. */
export function connectPeers(answers: Answers): Ask {
  let lastId = 0;
  const waiting = new Map<number, (replies: Reply[]) => void>();
  const send = (message: Message) => void process.send?.(message);
  process.on('message', async (message: Message) => {
    if ('replies' in message) waiting.get(message.id)?.(message.replies);
    if (!('question' in message)) return;
    const reply = await answers[message.question]().then(
      (value): Reply => ({ value }),
      (error): Reply => ({ error: (error as Error).message }),
    );
    send({ id: message.id, reply });
  });
  return async (question) => {
    lastId += 1;
    const id = lastId;
    const replies = await new Promise<Reply[]>((resolve) => {
      waiting.set(id, resolve);
      send({ id, question });
    }).finally(() => waiting.delete(id));
    return replies.map((reply) => {
      if ('error' in reply) throw new Error(reply.error);
      return reply.value;
    });
  };
}

/**
 * In a worker that has closed its server: gives the connections back that the primary had handed over before it
 * heard of that. A worker that ended at once would leave their clients waiting forever.
 */
export async function leavePeers(): Promise<void> {
  cluster.worker!.disconnect();
  await once(cluster.worker!, 'disconnect');
}
