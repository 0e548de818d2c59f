import { makeStyles, tokens } from '@fluentui/react-components'
import type { ConsentCheck } from '@tenantscope/contract/azure'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { areGrantsKnown, GRANTED, MISSING, NOT_ACCEPTED, NOT_KNOWN } from './permission-words.ts'
import type { Word } from './permission-words.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignContent: 'start',
    gap: '8px',
    margin: 0,
    '@media (min-width: 640px) and (max-width: 960px)': {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    },
  },
  tile: {
    justifyContent: 'center',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },

  value: { display: 'flex', alignItems: 'center', minHeight: '22px' },
})

interface SummaryGridProps {
  registration: Permissions
  check: ConsentCheck | null
}

/** The findings at a glance. */
export function SummaryGrid({ registration, check }: SummaryGridProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <dl className={styles.grid} aria-label="Summary">
      {summaryOf(registration, check).map(({ label, value }) => (
        <Stack gap={2} key={label} className={styles.tile}>
          <Text as="dt" variant="caption" muted>
            {label}
          </Text>
          <Text as="dd" variant="strong" tabular className={styles.value}>
            {typeof value === 'number' ? (
              format.number(value)
            ) : (
              <StatusLabel tone={value.tone}>{value.word}</StatusLabel>
            )}
          </Text>
        </Stack>
      ))}
    </dl>
  )
}

interface Finding {
  label: string
  value: Word | number
}

/** The summary of specification section 2, in the words of the lists (docs/decisions/0037). */
function summaryOf(registration: Permissions, check: ConsentCheck | null): Finding[] {
  const { permissions, permissionSummary } = registration
  const isKnown = areGrantsKnown(permissions, check)
  const grantWord = (isGranted: boolean): Word =>
    isKnown ? (isGranted ? GRANTED : MISSING) : NOT_KNOWN
  return [
    {
      label: 'Directory Read',
      value: grantWord(permissionSummary.hasDirectoryRead),
    },
    {
      label: 'Organization Read',
      value: grantWord(permissionSummary.hasOrganizationRead),
    },
    { label: 'Total Granted', value: isKnown ? permissionSummary.totalPermissions : NOT_KNOWN },
    { label: 'Additional', value: isKnown ? additionalCount(registration) : NOT_KNOWN },
    { label: 'Status', value: statusWord(check) },
    { label: 'Graph API', value: graphWord(registration, check) },
  ]
}

function additionalCount({ permissions }: Permissions): number {
  return permissions.filter(({ kind, isGranted }) => isGranted && kind !== 'required').length
}

function statusWord(check: ConsentCheck | null): Word {
  if (check === null) return NOT_KNOWN
  return NOT_ACCEPTED.includes(check.error)
    ? { tone: 'bad', word: 'Not accepted' }
    : { tone: 'good', word: 'Configured' }
}

/** Connected is what let the app in, not what issued a token. */
function graphWord({ permissions }: Permissions, check: ConsentCheck | null): Word {
  if (check === null) return NOT_KNOWN
  const hasLetIn = permissions.some(({ proof }) => proof === 'proven')
  return check.status === 'success' || (check.status === 'partial' && hasLetIn)
    ? { tone: 'good', word: 'Connected' }
    : { tone: 'bad', word: 'Not connected' }
}
