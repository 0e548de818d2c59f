/** Does what the server may want a fresh sign-in for; the page knows how to ask for one. */
export type RunFresh = <Result>(action: () => Promise<Result>) => Promise<Result>
