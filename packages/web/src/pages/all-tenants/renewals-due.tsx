import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { dueRenewalsQuery } from '../../features/renewals/renewals.queries.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

// A line of its own below the cards of the summary.
const useStyles = makeStyles({ line: { gridColumn: '1 / -1' } })

/** How many renewals are due soon. One link, and so one stop of the Tab key, leads to them. */
export function RenewalsDue() {
  const styles = useStyles()
  const format = useFormat()
  const { data, isLoadingError } = useQuery(dueRenewalsQuery)
  return (
    <Stack
      as="section"
      className={styles.line}
      row
      wrap
      gap={16}
      lineGap={0}
      align="baseline"
      aria-label="Renewals"
    >
      <Text variant="strong">Renewals due</Text>
      {data && (
        <AppLink to="/renewals" search={{ within: data.due.at(-1)?.withinDays }}>
          {data.due
            .map(
              ({ withinDays, renewals, undecided }) =>
                `${format.number(renewals)} in ${withinDays} days${undecided === 0 ? '' : `, ${format.number(undecided)} undecided`}`,
            )
            .join(' · ')}
        </AppLink>
      )}
      {isLoadingError && <AppLink to="/renewals">Not known: they could not be loaded</AppLink>}
      {data && data.tenants.notRead.length > 0 && (
        <Text variant="caption" muted>
          {`Not read in ${format.number(data.tenants.notRead.length)} ${data.tenants.notRead.length === 1 ? 'tenant' : 'tenants'}`}
        </Text>
      )}
    </Stack>
  )
}
