import { Notice } from './notice.tsx'

/** Shown when a refetch failed and the earlier data stays on screen. */
export function RereadFailed({ title, message }: { title: string; message: string }) {
  return (
    <Notice intent="warning" title={title}>
      {message} The data shown was loaded earlier.
    </Notice>
  )
}
