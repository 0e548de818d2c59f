import { makeStyles, tokens } from '@fluentui/react-components'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { listLicenseHolders } from '@tenantscope/contract/licenses'
import type { HolderKind, LicenseHolder } from '@tenantscope/contract/licenses'

import { call } from '../../../lib/api.ts'
import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { TENANT_HOLDERS } from '../../../lib/tenant-data.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DataAsOf } from '../../../ui/data-as-of.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Figure, SavingsRow } from './savings-words.ts'
import { SeatArithmetic } from './seat-arithmetic.tsx'

const useStyles = makeStyles({
  item: {
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // A thousand of them: what is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 84px',
  },
})

const TITLES: Record<Figure['opens'], string> = {
  all: 'Holders',
  blocked: 'Blocked holders',
  guests: 'Guest holders',
  seats: 'How the seats add up',
}

interface SavingsDrawerProps {
  tenantId: TenantId
  row: SavingsRow
  opens: Figure['opens']
  isOpen: boolean
  /** Shows something else of the same license. */
  onOpen: (opens: Figure['opens']) => void
  onClose: () => void
}

/** What is behind a figure of savings: the people, or the arithmetic of the seats. */
export function SavingsDrawer(props: SavingsDrawerProps) {
  const { tenantId, row, opens, isOpen, onOpen, onClose } = props
  return (
    <SidePanel
      title={TITLES[opens]}
      subtitle={row.license.displayName}
      isOpen={isOpen}
      onClose={onClose}
    >
      {opens === 'seats' ? (
        <SeatArithmetic row={row} onOpen={onOpen} />
      ) : (
        <LicenseHolders tenantId={tenantId} skuId={row.license.skuId} kind={opens} />
      )}
    </SidePanel>
  )
}

interface LicenseHoldersProps {
  tenantId: TenantId
  skuId: string
  kind: HolderKind
}

/** The people who hold a license. */
function LicenseHolders(key: LicenseHoldersProps) {
  const holders = useQuery(licenseHoldersQuery(key))
  if (holders.isPending) return <PageSpinner text="Loading people..." />
  if (holders.isError) return <LoadFailed title="The people could not be loaded" query={holders} />
  if (holders.data.holders.length === 0)
    return (
      <EmptyState
        title="No users found"
        text="No such user holds the license any more. The figure is from an earlier read."
      />
    )
  return <HolderList tenantId={key.tenantId} reply={holders.data} />
}

interface HolderListProps extends Pick<LicenseHoldersProps, 'tenantId'> {
  reply: CallReply<typeof listLicenseHolders>
}

function HolderList({ tenantId, reply }: HolderListProps) {
  const format = useFormat()
  const { holders, total, dataAsOf, signInsAsOf } = reply
  return (
    <>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <span>
          {holders.length < total
            ? `The first ${format.number(holders.length)} of ${format.number(total)} people by name`
            : peopleText(total, format)}
        </span>
        <DataAsOf at={dataAsOf} />
      </Stack>
      <Text as="p" variant="caption" muted>
        {signInsAsOf === null
          ? 'When they last signed in is not known: sign-in dates were not read.'
          : `Sign-in dates as of ${format.dateTime(signInsAsOf)}`}
      </Text>
      <Stack as="ul">
        {holders.map((holder) => (
          <HolderItem
            key={holder.id}
            tenantId={tenantId}
            holder={holder}
            areSignInsKnown={signInsAsOf !== null}
          />
        ))}
      </Stack>
    </>
  )
}

interface HolderItemProps extends Pick<LicenseHoldersProps, 'tenantId'> {
  holder: LicenseHolder
  areSignInsKnown: boolean
}

function HolderItem({ tenantId, holder, areSignInsKnown }: HolderItemProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <Stack as="li" gap={4} className={styles.item}>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <AppLink to="/tenant/$tenantId" params={{ tenantId }} search={{ person: holder.id }}>
          <ForeignText wrap>{holder.name}</ForeignText>
        </AppLink>
        {holder.accountEnabled === false && <StatusLabel tone="off">Blocked</StatusLabel>}
        {holder.userType === 'Guest' && <StatusLabel tone="info">Guest</StatusLabel>}
      </Stack>
      {holder.userPrincipalName !== null && (
        <ForeignText wrap variant="caption" muted>
          {holder.userPrincipalName}
        </ForeignText>
      )}
      <Stack row wrap gap={16} lineGap={4} align="center">
        <Text variant="caption" muted>
          <AssignedBy holder={holder} />
        </Text>
        <Text variant="caption" muted>
          Last sign-in: {signInText(holder, areSignInsKnown, format)}
        </Text>
      </Stack>
    </Stack>
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

function signInText(holder: LicenseHolder, areSignInsKnown: boolean, format: Format): string {
  const { lastSignInAt, isSignInKnown } = holder
  if (!areSignInsKnown || !isSignInKnown) return 'not known'
  return lastSignInAt === null ? 'none recorded' : format.dateTime(lastSignInAt)
}

function peopleText(total: number, format: Format): string {
  return total === 1 ? '1 person' : `${format.number(total)} people`
}

/** The people behind a figure of a license. */
function licenseHoldersQuery({ tenantId, skuId, kind }: LicenseHoldersProps) {
  return queryOptions({
    queryKey: [TENANT_HOLDERS, tenantId, skuId, kind],
    queryFn: ({ signal }) =>
      call(listLicenseHolders, { params: { tenantId }, query: { skuId, kind } }, { signal }),
  })
}
