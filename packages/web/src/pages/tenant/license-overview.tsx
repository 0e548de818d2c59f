import { makeStyles, tokens } from '@fluentui/react-components'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantPart } from '@tenantscope/contract/parts'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { LicensesButton } from '../../features/license-visibility/licenses-button.tsx'
import { tenantSavingsHistoryQuery } from '../../features/savings-history/savings-history.queries.ts'
import { SavingsOverTime } from '../../features/savings-history/savings-over-time.tsx'
import { LicenseItem } from '../../features/tenant-insight/license-item.tsx'
import { licenseSections } from '../../features/tenant-insight/license-sections.ts'
import { LicenseTiles } from '../../features/tenant-insight/license-tiles.tsx'
import { MalformedRowsNotice } from '../../features/tenant-insight/malformed-rows-notice.tsx'
import { PartNote, UnreadPartsCard } from '../../features/tenant-insight/part-note.tsx'
import { useLinkedItem } from '../../features/tenant-insight/use-linked-item.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { HistoryCards } from './history-cards.tsx'
import { TenantSavings } from './savings/tenant-savings.tsx'

const useStyles = makeStyles({
  place: { borderRadius: tokens.borderRadiusLarge, outlineOffset: '2px' },
  line: { margin: '4px 0 0' },
})

/** Parts that complete the figures of the licenses; a failure of the licenses themselves is shown above. */
const LICENSE_PARTS: readonly TenantPart[] = ['subscriptions', 'groups', 'groupMembers']

/** The tenant's seats, possible savings, and the use of each license, each figure once. */
export function LicenseOverview({ details }: { details: TenantDetails }) {
  const { tenant, licenses, licenseSummary } = details
  const sections = licenseSections(licenses)
  const tools = <LicenseTools hidden={details.hiddenLicenses} />
  return (
    <>
      <MalformedRowsNotice parts={details.malformedRows} />
      <NoLicenses details={details} />
      {licenseSummary && licenses.length > 0 && <LicenseTiles summary={licenseSummary} />}
      {licenses.length === 0 && tools}
      <Savings details={details} />
      {licenses.length > 0 && <LicenseUseLink tenantId={tenant.id} />}
      {sections.map((section, index) => (
        <LicenseGroup key={section.title} {...section} aside={index === 0 && tools} />
      ))}
      <HistoryCards tenant={tenant} />
      <UnreadPartsCard
        failures={details.partFailures.filter(({ part }) => LICENSE_PARTS.includes(part))}
      />
    </>
  )
}

/** Leads to the people who do not use their licenses. */
function LicenseUseLink({ tenantId }: { tenantId: TenantId }) {
  return (
    <SectionCard
      title="License use"
      aside={
        <Stack row wrap gap={8}>
          <LinkButton to="/tenant/$tenantId/license-use" params={{ tenantId }}>
            Show people
          </LinkButton>
          <LinkButton to="/tenant/$tenantId/license-proposal" params={{ tenantId }}>
            Cheapest licenses
          </LinkButton>
        </Stack>
      }
    >
      <Text as="p">
        People with bought licenses who did not sign in, or did not use what Microsoft reports, in
        30, 60 or 90 days.
      </Text>
    </SectionCard>
  )
}

/** Shows why the tenant has no licenses: the server's diagnosis, else what is known here. */
function NoLicenses({ details }: { details: TenantDetails }) {
  const styles = useStyles()
  const { licenseDiagnostic, licenses, hiddenLicenses, partFailures } = details
  if (licenseDiagnostic) {
    const { message, requiredPermissions, recommendation } = licenseDiagnostic
    return (
      <Notice intent="warning" title="No licenses to show">
        {message}
        {requiredPermissions.length > 0 && (
          <p className={styles.line}>Required permissions: {requiredPermissions.join(', ')}</p>
        )}
        <p className={styles.line}>{recommendation}</p>
      </Notice>
    )
  }
  const failure = partFailures.find(({ part }) => part === 'licenses')
  if (failure) return <PartNote failure={failure} />
  if (licenses.length > 0) return null
  return (
    <EmptyState
      icon={<CertificateRegular />}
      title={
        hiddenLicenses > 0 ? 'This tenant has no visible licenses' : 'This tenant has no licenses'
      }
    />
  )
}

/** The number of hidden licenses and, for administrators, the button that manages them. */
function LicenseTools({ hidden }: { hidden: number }) {
  const { isAdmin } = useCurrentUser()
  if (hidden === 0 && !isAdmin) return null
  return (
    <Stack row wrap gap={16} lineGap={4} align="center">
      {hidden > 0 && (
        <Text variant="caption" muted>
          {hidden === 1 ? '1 license is' : `${hidden} licenses are`} hidden by an administrator
        </Text>
      )}
      <LicensesButton />
    </Stack>
  )
}

/** The savings, which a link can open. */
function Savings({ details }: { details: TenantDetails }) {
  const styles = useStyles()
  const isLinked = useLocation({ select: ({ hash }) => hash === SAVINGS })
  const place = useLinkedItem<HTMLDivElement>(isLinked)
  const { tenant, licenses } = details
  const isShown = licenses.length > 0 && tenant.status !== 'Inactive'
  const history = useQuery({ ...tenantSavingsHistoryQuery(tenant.id), enabled: isShown })
  // Nothing can be saved in an Inactive tenant; the notice of the page says so.
  if (!isShown) return null
  return (
    <div id={SAVINGS} ref={place} tabIndex={-1} className={styles.place}>
      <TenantSavings tenantId={tenant.id} licenses={licenses} />
      <SavingsOverTime history={history} />
    </div>
  )
}

const SAVINGS = 'savings'

interface LicenseGroupProps {
  title: string
  note?: string
  licenses: readonly TenantLicense[]
  aside: ReactNode
}

/** Licenses with the use of their seats. */
function LicenseGroup({ title, note, licenses, aside }: LicenseGroupProps) {
  const { license: linkedSkuId } = useSearch({ strict: false })
  return (
    <SectionCard title={title} aside={aside}>
      {note !== undefined && (
        <Text variant="caption" muted>
          {note}
        </Text>
      )}
      <Stack as="ul">
        {licenses.map((license) => (
          <LicenseItem
            key={license.skuId}
            license={license}
            isLinked={license.skuId === linkedSkuId}
            actions={<HideLicenseSwitch license={license} />}
          />
        ))}
      </Stack>
    </SectionCard>
  )
}
