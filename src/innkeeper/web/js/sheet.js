// A sheet that lies over the table: a real dialog, so that focus, Escape and screen readers work as anywhere.
import { html, signal, useEffect, useId, useRef } from './lib.js';

/** What sheet is open; one at a time. */
/** @type {import('./lib.js').Signal<(() => unknown) | null>} */
export const sheet = signal(null);

/** @param {() => unknown} content */
export function openSheet(content) {
  sheet.value = content;
}

export function closeSheet() {
  sheet.value = null;
}

/** @param {{title: string, children?: unknown, kind?: string}} props */
export function Sheet({ title, children, kind = '' }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<dialog
    ref=${dialog}
    class=${`sheet ${kind}`}
    aria-labelledby=${id}
    onClose=${closeSheet}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && closeSheet()}
  >
    <div class="sheet-inner">
      <header>
        <h2 id=${id}>${title}</h2>
        <button type="button" class="quiet" onClick=${closeSheet}>Close <kbd>Esc</kbd></button>
      </header>
      <div class="sheet-body" tabindex="0">${children}</div>
    </div>
  </dialog>`;
}

/** Where the open sheet is drawn. */
export function SheetRoom() {
  const Content = sheet.value;
  return Content ? Content() : null;
}
