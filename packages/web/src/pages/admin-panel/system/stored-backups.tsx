import {
  Button,
  makeStyles,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { BackupSchedule } from '@tenantscope/contract/system'

import { useFormat } from '../../../lib/preferences.ts'
import { useRunBackup } from './system.queries.ts'

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  number: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  name: { overflowWrap: 'anywhere' },
  narrow: { '@media (max-width: 640px)': { display: 'none' } },
  quiet: { color: tokens.colorNeutralForeground3 },
})

/** The files that lie on the host. */
export function StoredBackups({ schedule }: { schedule: BackupSchedule }) {
  const styles = useStyles()
  const run = useRunBackup()
  const { backups, hasPassphrase } = schedule
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.title}>On the host</h3>
        <Button
          disabledFocusable={run.isPending || !hasPassphrase}
          title={hasPassphrase ? undefined : 'Save a passphrase first'}
          onClick={() => run.mutate()}
        >
          {run.isPending ? 'Starting...' : 'Back up now'}
        </Button>
      </div>
      {backups.length === 0 ? (
        <Text className={styles.quiet}>No backup was made on this host yet.</Text>
      ) : (
        <Files backups={backups} />
      )}
    </>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  scheduled: 'Schedule',
  'before-upgrade': 'Before an upgrade',
}

function Files({ backups }: Pick<BackupSchedule, 'backups'>) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <Table size="small" aria-label="Backups on the host">
      <TableHeader>
        <TableRow>
          <TableHeaderCell>Made</TableHeaderCell>
          <TableHeaderCell className={styles.narrow}>File</TableHeaderCell>
          <TableHeaderCell className={styles.narrow}>By</TableHeaderCell>
          <TableHeaderCell className={styles.number}>Size</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {backups.map(({ name, createdAt, bytes, reason }) => (
          <TableRow key={name}>
            <TableCell>{format.dateTime(createdAt)}</TableCell>
            <TableCell className={`${styles.name} ${styles.narrow}`}>{name}</TableCell>
            <TableCell className={styles.narrow}>{REASONS[reason] ?? reason}</TableCell>
            <TableCell className={styles.number}>
              {format.number(Math.ceil(bytes / 1_024))} kB
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
