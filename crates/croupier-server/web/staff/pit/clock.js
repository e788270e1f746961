// What the pit says when the machine's clock is doubted, and the button by which two people confirm it.

import { post } from '../../api.js';
import { h, put } from '../../dom.js';

const words = (time) => new Date(time).toLocaleString();

/** Makes a notice that is there while the clock is doubted. */
export function clockNotice(floor) {
  const notice = h('div.notice', { role: 'alert', hidden: true });
  floor.listen(draw);
  draw();
  return notice;

  function draw() {
    const { clocks } = floor.pit;
    notice.hidden = !clocks?.doubted;
    if (!clocks?.doubted) return;
    put(notice, h('p', `The machine’s clock says ${words(clocks.machine)}, the house’s ${words(clocks.house)}. The tables play on by the time of the house; `,
      'signs, closings and vouchers wait.'),
    h('p', 'If the machine’s clock is wrong, put it right. If it is right, two people say so, and the house has its time from then on: signs, closings and requests wait for as long as before.'),
    floor.context.is('supervisor', 'manager') && h('button.button', { type: 'button', onclick: confirm },
      clocks.confirmed_by_one ? 'I agree: the machine’s clock is right' : 'The machine’s clock is right'));
  }

  async function confirm() {
    try {
      await post('/api/clock');
    } catch (error) {
      floor.context.note(error);
    }
    await floor.refresh();
  }
}
