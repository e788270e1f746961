// Changing one's own password: the old one is asked for, and all other sessions end.

import { post } from './api.js';
import { fill } from './staff/forms.js';

/** What a new password must be like. */
export const NEW_PASSWORD = { type: 'password', autocomplete: 'new-password', minlength: 15, hint: '15 characters or more, and none that many people take; only its hash is kept.' };

/** Asks for the old and the new password, and goes on as a new session. */
export function changePassword(context) {
  return fill('Your password', [{ name: 'old', label: 'Old password', type: 'password', autocomplete: 'current-password', autofocus: true },
    { name: 'new', label: 'New password', ...NEW_PASSWORD }], 'Change it', async (given, wrong) => {
    try {
      const { me } = await post('/api/password', given);
      context.become(me);
      context.note('The password is changed. All your other sessions have ended.');
      return me;
    } catch (error) {
      wrong(error);
      return null;
    }
  });
}
