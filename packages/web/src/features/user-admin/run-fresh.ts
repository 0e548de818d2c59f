/** Does what may want a fresh sign-in; the page knows how to ask for one. */
export type RunFresh = <Result>(action: () => Promise<Result>) => Promise<Result>
