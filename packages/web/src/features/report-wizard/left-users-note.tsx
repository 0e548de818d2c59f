import { MessageBar, MessageBarBody } from '@fluentui/react-components'

import { useFormat } from '../../lib/preferences.ts'

/** The licenses or the data changed: some of the chosen people are not in the report any more. */
export function LeftUsersNote({ count }: { count: number }) {
  const format = useFormat()
  if (count === 0) return null
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        {count === 1
          ? '1 user left the selection: they hold none of the selected licenses.'
          : `${format.number(count)} users left the selection: they hold none of the selected licenses.`}
      </MessageBarBody>
    </MessageBar>
  )
}
