import { useFormat } from '../../lib/preferences.ts'
import { Notice } from '../../ui/notice.tsx'

/** Shows how many selected users were removed because the licenses or the data changed. */
export function LeftUsersNote({ count }: { count: number }) {
  const format = useFormat()
  if (count === 0) return null
  return (
    <Notice intent="info">
      {count === 1
        ? '1 user was removed from the selection: they hold none of the selected licenses.'
        : `${format.number(count)} users were removed from the selection: they hold none of the selected licenses.`}
    </Notice>
  )
}
