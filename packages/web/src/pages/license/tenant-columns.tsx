import { amountText } from '@tenantscope/analysis/csv'
import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import { missingRateText, priceSourceText } from '@tenantscope/analysis/price-text'
import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { EstateLicense, LicensedTenant } from '@tenantscope/contract/estate-licenses'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'

import { figureColumns } from '../../features/estate-licenses/figure-columns.tsx'
import type { ListColumn } from '../../features/estate-licenses/license-list.ts'
import type { Format } from '../../lib/format.ts'
import { listCurrency } from '../../lib/list-currency.ts'
import type { ListCurrency } from '../../lib/list-currency.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { OutdatedLabel } from '../../ui/outdated-label.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { subscriptionText } from './subscription-text.ts'

interface Shown {
  license: EstateLicense
  tenants: readonly LicensedTenant[]
  format: Format
  timeZone: string
}

/** The columns of the tenants with a license on screen and in the file. */
export function tenantColumns(shown: Shown): readonly ListColumn<LicensedTenant>[] {
  const { license, tenants, format, timeZone } = shown
  const currency = listCurrency(tenants, {
    currencyOf: (tenant) => tenant.currency,
    none: LIST_CURRENCY,
  })
  const { skuId } = license
  const figures = figureColumns<LicensedTenant>({
    format,
    currency,
    widths: { number: 7, problems: 14, amount: 8 },
    assigned: ({ tenantId, assigned }) => (
      <AppLink
        to="/tenant/$tenantId"
        params={{ tenantId }}
        search={{ tab: 'organization', holds: skuId }}
        title="Show who holds it"
      >
        {format.number(assigned)}
      </AppLink>
    ),
  })
  return [
    {
      header: 'Tenant',
      sortId: 'name',
      isRowHeader: true,
      width: 18,
      render: (tenant) => <TenantName tenant={tenant} license={license} />,
      cells: [
        { header: 'Tenant', textOf: ({ displayName }) => displayName },
        { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
        { header: 'Kind', textOf: ({ kind }) => LICENSE_KINDS[kind].name },
      ],
    },
    ...figures.seats,
    figures.problems,
    {
      header: `Price${currency.suffix}`,
      width: 9,
      isNumber: true,
      render: (tenant) => <TenantPrice tenant={tenant} currency={currency} format={format} />,
      cells: [
        {
          header: `Price per Seat and Month${currency.suffix}`,
          textOf: ({ price }) => amountText(price?.monthly),
        },
        {
          header: 'Price Source',
          textOf: ({ price }) => price && priceSourceText(price, { ...format, date: String }),
        },
        ...currency.cells,
      ],
    },
    ...figures.amounts,
    {
      header: 'Subscriptions',
      sortId: 'renewal',
      width: 14,
      render: ({ subscriptions }) => (
        <Subscriptions subscriptions={subscriptions} format={format} />
      ),
      cells: [
        {
          header: 'Subscriptions',
          textOf: ({ subscriptions }) =>
            subscriptions === null
              ? 'Not read'
              : subscriptions
                  .map((each) =>
                    subscriptionText(each, {
                      number: String,
                      date: (at) => isoDayIn(timeZone, at),
                    }),
                  )
                  .join('; '),
        },
      ],
    },
    {
      header: 'Data as of',
      width: 10,
      render: ({ dataAsOf, isOutdated }) => (
        <Stack gap={2} align="start">
          <span>{format.date(dataAsOf)}</span>
          {isOutdated && <OutdatedLabel />}
        </Stack>
      ),
      cells: [{ header: 'Data As Of', textOf: ({ dataAsOf }) => isoTimeIn(timeZone, dataAsOf) }],
    },
  ]
}

/** The tenant, and what the license is there where it is something else. */
function TenantName({ tenant, license }: { tenant: LicensedTenant; license: EstateLicense }) {
  const { tenantId, displayName, kind } = tenant
  const { licenseType } = LICENSE_KINDS[kind]
  return (
    <Stack gap={4} align="start">
      <AppLink
        to="/tenant/$tenantId"
        params={{ tenantId }}
        search={{ tab: 'licenses', license: license.skuId }}
      >
        <ForeignText wrap>{displayName}</ForeignText>
      </AppLink>
      {kind !== license.kind && <LicenseTypeBadge license={{ ...license, kind, licenseType }} />}
    </Stack>
  )
}

interface TenantPriceProps {
  tenant: LicensedTenant
  currency: ListCurrency<LicensedTenant>
  format: Format
}

/** The price of a seat and what it rests on; why it is not known. */
function TenantPrice({ tenant, currency, format }: TenantPriceProps) {
  const { price, missingRates } = tenant
  if (price === null) {
    const reason = missingRateText(missingRates)
    return reason === null ? '—' : <Text variant="caption">{reason}</Text>
  }
  return (
    <Stack gap={2} align="end">
      <span>{currency.text(tenant, price.monthly, format)}</span>
      <Text variant="caption" muted>
        {priceSourceText(price, { ...format, date: format.day })}
      </Text>
    </Stack>
  )
}

interface SubscriptionsProps extends Pick<LicensedTenant, 'subscriptions'> {
  format: Format
}

/** Each subscription by itself; those that were not read are not none. */
function Subscriptions({ subscriptions, format }: SubscriptionsProps) {
  if (subscriptions === null) return 'Not read'
  if (subscriptions.length === 0) return <Text muted>None listed</Text>
  return (
    <Stack as="ul" gap={4}>
      {subscriptions.map((subscription, index) => (
        // Two subscriptions can be equal; the list never changes its order.
        <li key={`${subscription.endsAt}-${index}`}>{subscriptionText(subscription, format)}</li>
      ))}
    </Stack>
  )
}
