import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { ApprovalActions } from './approval-actions.tsx'

/** More tenants than these are folded, so that the bar never pushes the table off the screen. */
const NAMED_AT_FIRST = 3

const useStyles = makeStyles({
  bar: { alignItems: 'start', paddingTop: '12px', paddingBottom: '12px' },
  body: { minWidth: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: '8px 0 0',
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', minWidth: 0 },
  domain: { color: tokens.colorNeutralForeground2 },
  more: { marginTop: '8px', marginLeft: '-8px' },
})

/** The tenants that consented through an invitation, for an administrator to decide about. */
export function ApprovalsBar({ tenants }: { tenants: readonly TenantListItem[] }) {
  const styles = useStyles()
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (tenants.length === 0) return null
  const named = isUnfolded ? tenants : tenants.slice(0, NAMED_AT_FIRST)
  const hidden = tenants.length - named.length
  return (
    <MessageBar intent="info" layout="multiline" className={styles.bar}>
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{titleFor(tenants.length)}</MessageBarTitle>
        <ul className={styles.list}>
          {named.map((tenant) => (
            <li key={tenant.id} className={styles.item}>
              <TenantLink tenantId={tenant.id} wrap>
                {tenant.displayName}
              </TenantLink>
              <ForeignText wrap className={styles.domain}>
                {tenant.defaultDomainName ?? tenant.id}
              </ForeignText>
              <ApprovalActions tenant={tenant} />
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <Button
            appearance="transparent"
            size="small"
            className={styles.more}
            onClick={() => setIsUnfolded(true)}
          >
            Show {hidden} more
          </Button>
        )}
      </MessageBarBody>
    </MessageBar>
  )
}

function titleFor(count: number): string {
  return count === 1
    ? '1 tenant waits for your approval'
    : `${count} tenants wait for your approval`
}
