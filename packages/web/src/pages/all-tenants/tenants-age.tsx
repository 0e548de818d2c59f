import { makeStyles, tokens } from '@fluentui/react-components'

import type { TenantList } from '../../lib/tenant-list.ts'
import { DataAges } from '../../ui/data-ages.tsx'
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
export function TenantsAge({ list }: { list: TenantList }) {
  const styles = useStyles()
  const unreadable = list.tenants.filter(({ verification }) => verification === 'notReadable')
  return (
    <Stack as="span" row wrap gap={4} lineGap={0} className={styles.line}>
      <DataAges {...list.dataAge} />
      {unreadable.length > 0 && <span>· Not readable: {namedTenants(unreadable)}</span>}
    </Stack>
  )
}
