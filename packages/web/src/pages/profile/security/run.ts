import type { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'

/** Does something for which the server may want a fresh sign-in first. */
export type Run = ReturnType<typeof useFreshSignIn>['run']
