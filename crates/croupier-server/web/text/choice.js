// Which table a person wants to sit at: the drawn one, or the one in words. The choice is kept on this device.

const KEPT = 'croupier-table';

/** Tells whether tables are opened in words on this device. */
export const prefersText = () => localStorage.getItem(KEPT) === 'text';

/** Keeps the choice: `text` or `felt`. */
export function prefer(table) {
  localStorage.setItem(KEPT, table);
}
