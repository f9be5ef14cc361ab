// Where one is: the pages by their addresses, without loading the page anew.
import { signal } from './lib.js';

/** @typedef {{page: 'lobby' | 'table' | 'replay' | 'rules', code: string, query: URLSearchParams}} Place */

/** @returns {Place} */
function here() {
  const query = new URLSearchParams(location.search);
  const [first, code = '', last] = location.pathname.split('/').filter(Boolean);
  if (first === 't' && code) return { page: last === 'replay' ? 'replay' : 'table', code: code.toLowerCase(), query };
  if (first === 'rules') return { page: 'rules', code: '', query };
  return { page: 'lobby', code: '', query };
}

export const place = signal(here());

/** @param {string} address @param {boolean} [replace] */
export function go(address, replace = false) {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.value = here();
  if (!replace) scrollTo(0, 0);
}

addEventListener('popstate', () => {
  place.value = here();
});

/** Follow links within the client without loading the page anew. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.download || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
