import { makeStyles, tokens } from '@fluentui/react-components'

import { useFormat } from '../../lib/preferences.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { useNow } from '../../lib/use-now.ts'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { Stack } from '../../ui/stack.tsx'
import { namedTenants } from './attention.ts'

const useStyles = makeStyles({
  line: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})

/** The oldest reading of the tenants that can be read, the newest beside it, and the tenants that cannot. */
export function DataAges({ list }: { list: TenantList }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const { oldest, newest } = list.dataAge
  const unreadable = list.tenants.filter(({ verification }) => verification === 'notReadable')
  const isOneAge =
    oldest === null ||
    newest === null ||
    format.relative(oldest, now) === format.relative(newest, now)
  return (
    <Stack as="span" row wrap gap={4} lineGap={0} className={styles.line}>
      {isOneAge ? (
        <DataAsOf at={oldest} />
      ) : (
        <>
          <DataAsOf at={oldest} prefix="Data as of: oldest" />
          <DataAsOf at={newest} prefix="· newest" />
        </>
      )}
      {unreadable.length > 0 && <span>· Not readable: {namedTenants(unreadable)}</span>}
    </Stack>
  )
}
