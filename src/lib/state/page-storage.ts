/** The part of `Storage` that remembers what a reader chose. Each method may throw when the browser refuses it. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
