import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import type { HolderKind, LicenseHolder, listLicenseHolders } from '@tenantscope/contract/licenses'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { licenseHoldersQuery } from './license-holders.queries.ts'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // A thousand of them: what is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 84px',
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', minWidth: 0 },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface LicenseHoldersProps {
  tenantId: TenantId
  skuId: string
  kind: HolderKind
}

/** The people who hold a license. */
export function LicenseHolders(key: LicenseHoldersProps) {
  const holders = useQuery(licenseHoldersQuery(key))
  if (holders.isPending) return <PageSpinner text="Loading people..." />
  if (holders.isError)
    return (
      <LoadFailed
        title="The people could not be loaded"
        message={userMessageOf(holders.error)}
        requestId={requestIdOf(holders.error)}
        onRetry={() => void holders.refetch()}
      />
    )
  if (holders.data.holders.length === 0)
    return (
      <EmptyState
        title="Nobody"
        text="Nobody of this kind holds the license any more. The figure is from an earlier reading."
      />
    )
  return <HolderList tenantId={key.tenantId} reply={holders.data} />
}

interface HolderListProps {
  tenantId: TenantId
  reply: CallReply<typeof listLicenseHolders>
}

function HolderList({ tenantId, reply }: HolderListProps) {
  const styles = useStyles()
  const format = useFormat()
  const { holders, total, dataAsOf, signInsAsOf } = reply
  return (
    <>
      <div className={styles.line}>
        <span>
          {holders.length < total
            ? `The first ${format.number(holders.length)} of ${format.number(total)} people by name`
            : peopleText(total, format)}
        </span>
        <DataAsOf at={dataAsOf} />
      </div>
      <p className={styles.note}>
        {signInsAsOf === null
          ? 'When they last signed in is not known: sign-in dates were not read.'
          : `Sign-in dates as of ${format.dateTime(signInsAsOf)}`}
      </p>
      <ul className={styles.list}>
        {holders.map((holder) => (
          <HolderItem
            key={holder.id}
            tenantId={tenantId}
            holder={holder}
            areSignInsKnown={signInsAsOf !== null}
          />
        ))}
      </ul>
    </>
  )
}

interface HolderItemProps {
  tenantId: TenantId
  holder: LicenseHolder
  areSignInsKnown: boolean
}

function HolderItem({ tenantId, holder, areSignInsKnown }: HolderItemProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <AppLink to="/tenant/$tenantId" params={{ tenantId }} search={{ person: holder.id }}>
          <ForeignText wrap>{holder.name}</ForeignText>
        </AppLink>
        {holder.accountEnabled === false && <StatusLabel tone="off">Blocked</StatusLabel>}
        {holder.userType === 'Guest' && <StatusLabel tone="info">Guest</StatusLabel>}
      </div>
      {holder.userPrincipalName !== null && (
        <ForeignText wrap className={styles.note}>
          {holder.userPrincipalName}
        </ForeignText>
      )}
      <div className={styles.line}>
        <span className={styles.note}>
          <AssignedBy holder={holder} />
        </span>
        <span className={styles.note}>
          Last sign-in: {signInText(holder.lastSignInAt, areSignInsKnown, format)}
        </span>
      </div>
    </li>
  )
}

function AssignedBy({ holder: { isDirectlyAssigned, groups } }: { holder: LicenseHolder }) {
  if (groups.length === 0)
    return isDirectlyAssigned ? 'Assigned directly' : 'How it is assigned is not known'
  return (
    <>
      {isDirectlyAssigned ? 'Assigned directly and through ' : 'Assigned through '}
      <ForeignText wrap>{groups.join(', ')}</ForeignText>
    </>
  )
}

function signInText(at: string | null, isKnown: boolean, format: Format): string {
  if (!isKnown) return 'not known'
  return at === null ? 'none recorded' : format.dateTime(at)
}

function peopleText(total: number, format: Format): string {
  return total === 1 ? '1 person' : `${format.number(total)} people`
}
