import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { useState } from 'react'

import { TenantLink } from '../../ui/tenant-link.tsx'
import type { Refresh } from './use-refresh.ts'

/** More names than these are folded, so that the bar never pushes the table off the screen. */
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
  item: { overflowWrap: 'anywhere' },
  more: { marginTop: '8px', marginLeft: '-8px' },
})

/** Names the tenants that the last refresh could not read, with the reason and the next step. */
export function FailedTenantsBar({ refresh }: { refresh: Refresh }) {
  const styles = useStyles()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const failures = refresh.ended?.failures ?? []
  if (failures.length === 0) return null
  const named = isUnfolded ? failures : failures.slice(0, NAMED_AT_FIRST)
  const hidden = failures.length - named.length
  return (
    <MessageBar intent="warning" layout="multiline" className={styles.bar}>
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{titleFor(failures.length)}</MessageBarTitle>
        <ul className={styles.list}>
          {named.map(({ tenantId, displayName, message }) => (
            <li key={tenantId} className={styles.item}>
              <TenantLink tenantId={tenantId} wrap>
                {displayName}
              </TenantLink>
              : {message}
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
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            aria-label="Dismiss"
            icon={<Dismiss20Regular />}
            onClick={refresh.dismiss}
          />
        }
      />
    </MessageBar>
  )
}

function titleFor(count: number): string {
  return count === 1 ? '1 tenant could not be refreshed' : `${count} tenants could not be refreshed`
}
