import { makeStyles, tokens } from '@fluentui/react-components'
import type { LicenseSummary } from '@tenantscope/contract/licenses'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  tiles: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  tile: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
})

/** '5 paid, 2 free, 1 company-wide': the parts add up to all license types. */
function kindsText(summary: LicenseSummary, format: Format): string {
  const kinds = [
    [summary.paidSkus, 'paid'],
    [summary.freeSkus, 'free'],
    [summary.trialSkus, 'trial'],
    [summary.selfServiceSkus, 'self-service'],
    [summary.deviceSkus, 'for devices'],
    [summary.companyWideSkus, 'company-wide'],
    [summary.unknownSkus, 'not known'],
  ] as const
  return kinds
    .filter(([count, kind]) => count > 0 || kind === 'paid')
    .map(([count, kind]) => `${format.number(count)} ${kind}`)
    .join(', ')
}

/** The seats of paid licenses and the number of license types (specification section 2). */
export function LicenseTiles({ summary }: { summary: LicenseSummary }) {
  const styles = useStyles()
  const format = useFormat()
  const tiles: { label: string; count: number; note?: string }[] = [
    { label: 'Total Licenses', count: summary.totalLicenses },
    {
      label: 'Assigned',
      count: summary.consumedLicenses,
      ...(summary.seatsBeyond > 0 && {
        note: `${format.number(summary.consumedLicenses - summary.seatsBeyond)} within the seats, ${format.number(summary.seatsBeyond)} beyond them`,
      }),
    },
    { label: 'Available', count: summary.availableLicenses },
    {
      label: 'License Types',
      count: summary.totalSkus,
      ...(summary.paidSkus < summary.totalSkus && { note: kindsText(summary, format) }),
    },
  ]
  return (
    <dl className={styles.tiles} aria-label="Licenses in numbers">
      {tiles.map(({ label, count, note }) => (
        <Stack key={label} gap={4} className={styles.tile}>
          <Text as="dt" variant="caption" muted>
            {label}
          </Text>
          <Text as="dd" variant="title" tabular>
            {format.number(count)}
          </Text>
          {note !== undefined && (
            <Text as="dd" variant="caption" muted>
              {note}
            </Text>
          )}
        </Stack>
      ))}
    </dl>
  )
}
