import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { EstateLicenseDetails } from '@tenantscope/contract/estate-licenses'
import { useMemo } from 'react'

import { estateLicenseQuery } from '../../features/estate-licenses/estate-licenses.queries.ts'
import { FigureCards } from '../../features/estate-licenses/figure-cards.tsx'
import {
  costOf,
  figureText,
  orNone,
  problemTexts,
  wasteOf,
} from '../../features/estate-licenses/sku-figures.ts'
import { HelpButton } from '../../features/help/help-button.tsx'
import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { licensePriceText } from '../../ui/license-price-text.ts'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { LicenseSearch } from './license-search.ts'
import { LicenseTenants } from './license-tenants.tsx'
import { SeatsTrend } from './seats-trend.tsx'

const NOT_FOUND = 'License not found'
const FAILED = 'Failed to load the license'

/** One license over all tenants of the reader. */
export function LicensePage() {
  const { skuId = '' } = useParams({ strict: false })
  return <License key={skuId} skuId={skuId} />
}

const crumbsTo = (label: string): readonly Crumb[] => [
  { label: 'Licenses', to: '/licenses' },
  { label },
]

/** Every state returns the same PageShell, so that its heading keeps the focus. */
function License({ skuId }: { skuId: string }) {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => LicenseSearch.parse(search), [search])
  const details = useQuery(estateLicenseQuery({ skuId, groupId: view.group }))
  const isUnknown = details.error instanceof ApiError && details.error.status === 404
  const license = isUnknown ? undefined : details.data?.license
  const title = isUnknown ? NOT_FOUND : (license?.displayName ?? 'License')
  return (
    <PageShell
      title={title}
      crumbs={crumbsTo(title)}
      titleAside={
        <>
          {license && <LicenseTypeBadge license={license} />}
          <HelpButton topic="licenses" />
        </>
      }
      description={license && <Description {...license} />}
    >
      {isUnknown ? (
        <LicenseNotFound skuId={skuId} isOfGroup={view.group !== undefined} />
      ) : (
        <LoadedLicense skuId={skuId} view={view} details={details} />
      )}
    </PageShell>
  )
}

function Description(license: EstateLicenseDetails['license']) {
  const { skuPartNumber, price, hasSeveralPrices } = license
  const format = useFormat()
  return (
    <>
      <bdi>{skuPartNumber}</bdi> ·{' '}
      {hasSeveralPrices ? 'prices differ by tenant' : licensePriceText({ price }, format)}
    </>
  )
}

interface LoadedLicenseProps {
  skuId: string
  view: LicenseSearch
  details: UseQueryResult<EstateLicenseDetails>
}

function LoadedLicense({ skuId, view, details }: LoadedLicenseProps) {
  const navigate = useNavigate()
  if (details.isPending) return <LoadingLicense />
  if (details.isLoadingError) return <LoadFailed title={FAILED} query={details} />
  const { license, licensedTenants } = details.data
  return (
    <>
      {details.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(details.error)} />
      )}
      <LicenseSummary details={details.data} />
      <LicenseTenants
        license={license}
        tenants={licensedTenants}
        view={view}
        onChoose={(next) =>
          void navigate({
            to: '/licenses/$skuId',
            params: { skuId },
            search: next,
            resetScroll: false,
          })
        }
      />
      <SeatsTrend skuId={skuId} groupId={view.group} />
    </>
  )
}

function LicenseSummary({ details }: { details: EstateLicenseDetails }) {
  const { license, tenants, currency, exchange } = details
  const { number, money } = useFormat()
  const text = (value: number | null) => figureText(orNone(value), number) ?? 'Not counted'
  const amount = (figure: ReturnType<typeof costOf>) =>
    figureText(figure, (value) => money(value, currency)) ?? 'Not counted'
  const problems = problemTexts(license, number)
  const others = license.otherKinds.reduce((sum, other) => sum + other.tenants, 0)
  return (
    <FigureCards
      tenants={tenants}
      exchange={exchange}
      cards={[
        {
          label: 'Tenants with it',
          figure: number(license.tenants),
          note: others > 0 ? `${number(others)} of another kind, not counted` : undefined,
        },
        {
          label: 'Seats',
          figure: number(license.seats),
          note: problems.length === 0 ? 'No problems' : problems.join(', '),
        },
        { label: 'Assigned', figure: number(license.assigned) },
        {
          label: 'Unused',
          figure: text(license.unused),
          note: `${text(license.removableSeats)} removable`,
        },
        {
          label: 'Cost per month',
          figure: amount(costOf(license)),
          note: withoutPriceText(license, number),
        },
        { label: 'Waste per month', figure: amount(wasteOf(license)) },
      ]}
    />
  )
}

function withoutPriceText(
  { tenantsWithoutPrice: tenants }: EstateLicenseDetails['license'],
  number: (value: number) => string,
): string | undefined {
  if (tenants === 0) return undefined
  return `Not known of ${tenants === 1 ? '1 tenant' : `${number(tenants)} tenants`}`
}

function LicenseNotFound({ skuId, isOfGroup }: { skuId: string; isOfGroup: boolean }) {
  return (
    <EmptyState
      icon={<SearchRegular />}
      title={isOfGroup ? 'No tenant of this group has this license' : 'No tenant has this license'}
      text="The tenants that you may see do not have it, or an administrator has hidden it."
      action={
        isOfGroup ? (
          <LinkButton to="/licenses/$skuId" params={{ skuId }} appearance="primary">
            Show all groups
          </LinkButton>
        ) : (
          <LinkButton to="/licenses" appearance="primary">
            Show all licenses
          </LinkButton>
        )
      }
    />
  )
}

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  cards: { height: '76px', borderRadius: tokens.borderRadiusLarge },
  card: { height: '400px', borderRadius: tokens.borderRadiusLarge },
})

function LoadingLicense() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading the license...">
      <SkeletonItem className={styles.cards} />
      <SkeletonItem className={styles.card} />
      <SkeletonItem className={styles.card} />
    </Skeleton>
  )
}
