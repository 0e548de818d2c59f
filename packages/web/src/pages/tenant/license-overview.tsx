import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'
import { useLocation, useSearch } from '@tanstack/react-router'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { LicensesButton } from '../../features/license-visibility/licenses-button.tsx'
import { TenantSavings } from '../../features/savings/tenant-savings.tsx'
import { LicenseBreakdown } from '../../features/tenant-insight/license-breakdown.tsx'
import { LicenseTiles } from '../../features/tenant-insight/license-tiles.tsx'
import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { UnreadPartsCard } from '../../features/tenant-insight/unread-parts-card.tsx'
import { useLinkedItem } from '../../features/tenant-insight/use-linked-item.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HistoryCards } from './history-cards.tsx'
import { LicenseDiagnosticAlert } from './license-diagnostic-alert.tsx'
import { LicenseUseChart } from './license-use-chart.tsx'
import { failuresOf, LICENSE_PARTS } from './unread-parts.ts'

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
  place: { borderRadius: tokens.borderRadiusLarge, outlineOffset: '2px' },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

/** Which licenses the tenant has, how their seats are used, and what that costs without need. */
export function LicenseOverview({ details }: { details: TenantDetails }) {
  const { license } = useSearch({ strict: false })
  const { tenant, licenses, licenseSummary } = details
  const tools = <LicenseTools hidden={details.hiddenLicenses} />
  return (
    <>
      <NoLicenses details={details} />
      {licenseSummary && licenses.length > 0 && <LicenseTiles summary={licenseSummary} />}
      {licenses.length === 0 && tools}
      <LicenseUseChart licenses={licenses} />
      <Savings details={details} />
      <LicenseBreakdown
        licenses={licenses}
        linkedSkuId={license}
        Actions={HideLicenseSwitch}
        aside={tools}
      />
      <HistoryCards tenant={tenant} />
      <UnreadPartsCard
        title="What else could not be read"
        failures={failuresOf(details, LICENSE_PARTS)}
      />
    </>
  )
}

/** Why there are none: the server's diagnosis, else what is known here. */
function NoLicenses({ details }: { details: TenantDetails }) {
  const { licenseDiagnostic, licenses, hiddenLicenses, partFailures } = details
  if (licenseDiagnostic) return <LicenseDiagnosticAlert diagnostic={licenseDiagnostic} />
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

/** What is not shown here, and for administrators where that is decided. */
function LicenseTools({ hidden }: { hidden: number }) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  if (hidden === 0 && !isAdmin) return null
  return (
    <div className={styles.tools}>
      {hidden > 0 && (
        <span className={styles.quiet}>
          {hidden === 1 ? '1 license is' : `${hidden} licenses are`} hidden by an administrator
        </span>
      )}
      <LicensesButton />
    </div>
  )
}

/** A link may lead straight to it. */
function Savings({ details }: { details: TenantDetails }) {
  const styles = useStyles()
  const isLinked = useLocation({ select: ({ hash }) => hash === SAVINGS })
  const place = useLinkedItem<HTMLDivElement>(isLinked)
  const { tenant, licenses } = details
  if (licenses.length === 0) return null
  return (
    <div id={SAVINGS} ref={place} tabIndex={-1} className={styles.place}>
      <TenantSavings tenantId={tenant.id} licenses={licenses} />
    </div>
  )
}

const SAVINGS = 'savings'
