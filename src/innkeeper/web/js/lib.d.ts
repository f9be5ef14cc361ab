// What the client uses of its libraries, for type checking: their own files are shipped as they are.
export type Node = unknown;
export interface Ref<T> { current: T }
export interface Signal<T> { value: T; peek(): T }
export interface Read<T> { readonly value: T; peek(): T }
export function html(strings: TemplateStringsArray, ...values: unknown[]): Node;
export function render(node: Node, into: Element): void;
export const Fragment: unknown;
export function createContext<T>(value: T): { Provider: unknown; __value?: T };
export function useContext<T>(context: { Provider: unknown; __value?: T }): T;
export function signal<T>(value: T): Signal<T>;
export function computed<T>(of: () => T): Read<T>;
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function useState<T>(value: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, on: readonly unknown[]): T;
export function useRef<T>(value: T): Ref<T>;
export function useId(): string;
