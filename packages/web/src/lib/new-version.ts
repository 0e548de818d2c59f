import { createStore } from './store.ts'

/** Whether the server has another build of the application than this page. */
export const hasNewVersion = createStore(false)

/** Records the server's build; a different one raises the notice. */
export function reportServerBuild(build: string | null): void {
  const own = ownBuild()
  if (own !== null && build !== null && build !== '' && build !== own) hasNewVersion.set(true)
}

/** Raises the notice: a part is missing because the server was updated. */
export function reportMissingPart(): void {
  hasNewVersion.set(true)
}

/** Returns the build of this page, or null in development. */
function ownBuild(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tenantscope-build"]')?.content
  return content === undefined || content === '' || content === '__BUILD__' ? null : content
}
