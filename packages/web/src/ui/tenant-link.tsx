import { makeStyles } from '@fluentui/react-components'
import type { TenantId } from '@tenantscope/contract/ids'

import { AppLink } from './app-link.tsx'
import { ForeignText } from './foreign-text.tsx'

const useStyles = makeStyles({ link: { maxWidth: '100%', minWidth: 0 } })

interface TenantLinkProps {
  tenantId: TenantId
  children: string
  /** Lets a long name take several lines. */
  wrap?: boolean
}

/** A tenant's name that leads to its page. */
export function TenantLink({ tenantId, children, wrap = false }: TenantLinkProps) {
  const styles = useStyles()
  return (
    <AppLink to="/tenant/$tenantId" params={{ tenantId }} className={styles.link}>
      <ForeignText wrap={wrap}>{children}</ForeignText>
    </AppLink>
  )
}
