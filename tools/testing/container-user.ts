import { isRoot } from '../processes.ts'

/** The user of a process; without ids, the current user. */
export interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

/** The user of the image. Only root can switch to it; other users keep their own id. */
export const CONTAINER_USER = 65_532

export const asContainerUser = (): SystemUser =>
  isRoot() ? { uid: CONTAINER_USER, gid: CONTAINER_USER } : {}
