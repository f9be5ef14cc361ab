// The few things that all of the client is built with, from one place.
import { Fragment, createContext, h, render } from '../vendor/preact.js';
import htm from '../vendor/htm.js';

export { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from '../vendor/hooks.js';
export { batch, computed, effect, signal } from '../vendor/signals.js';
export { Fragment, createContext, render };
export const html = htm.bind(h);
