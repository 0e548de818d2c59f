import type { TenantCheckDetails } from '@tenantscope/contract/posture'

import { ChangeLabel } from '../../../features/posture/change-label.tsx'
import { VerdictLabel } from '../../../features/posture/verdict-label.tsx'
import { useFormat } from '../../../lib/preferences.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { changeMeaning } from './change-words.ts'

type History = TenantCheckDetails['history']

/** The verdicts of a check over time, the newest first. */
export function CheckHistory({ history }: { history: History }) {
  if (history.length === 0) return <Text muted>No verdict was stored yet.</Text>
  return (
    <Stack as="ul" gap={12}>
      {history.map((interval) => (
        <Interval key={`${interval.since} ${interval.verdict}`} interval={interval} />
      ))}
    </Stack>
  )
}

function Interval({ interval }: { interval: History[number] }) {
  const format = useFormat()
  const { verdict, since, until, change } = interval
  return (
    <Stack as="li" gap={2}>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <VerdictLabel verdict={verdict} />
        <ChangeLabel change={change} />
      </Stack>
      <Text variant="caption" muted tabular>
        {until === null
          ? `From ${format.dateTime(since)} until now`
          : `From ${format.dateTime(since)} until ${format.dateTime(until)}`}
      </Text>
      <Text variant="caption" muted>
        {changeMeaning(change)}
      </Text>
    </Stack>
  )
}
