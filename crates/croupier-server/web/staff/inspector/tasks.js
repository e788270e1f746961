// The own tasks of whoever looks: inspectors and surveillance confirm here what they were told.

import { poll } from '../../api.js';
import { h, put } from '../../dom.js';
import { Sender } from '../send.js';
import { taskList } from '../tasks.js';

const OFTEN_MS = 5000;

/** Opens the tab. */
export async function tasksTab(panel, context) {
  const sender = new Sender(context);
  const body = h('div');
  put(panel, h('section.panel', h('h2', 'For you to do'), body));
  const act = async (kind, fields, done, wrong) => {
    const answer = await sender.send({ [kind]: fields }, done, wrong);
    if (answer) await load();
    return answer;
  };

  async function load() {
    try {
      const { tasks } = await poll('/api/tasks');
      put(body, tasks.length === 0 ? h('p.quietly', 'Nothing waits for you.') : taskList(tasks, context, act));
    } catch (error) {
      context.note(error);
    }
  }
  await load();
  const often = setInterval(load, OFTEN_MS);
  return () => clearInterval(often);
}
