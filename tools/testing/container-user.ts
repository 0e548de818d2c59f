import { isRoot } from '../processes.ts'

/** For a process; without both, whoever starts it. */
export interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

/** Whom the image runs as. Root becomes that user; anybody else, who cannot, stays who they are. */
export const CONTAINER_USER = 65_532

export const asContainerUser = (): SystemUser =>
  isRoot() ? { uid: CONTAINER_USER, gid: CONTAINER_USER } : {}
