import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { MoneyRegular } from '@fluentui/react-icons/svg/money'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { LicensePrice, listPrices } from '@tenantscope/contract/prices'
import { useMemo, useState } from 'react'

import { pricesQuery } from '../../features/prices/prices.queries.ts'
import { userMessageOf } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { AdminPage } from '../../ui/admin-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClearFilters } from '../../ui/filters.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { PriceFilters } from './price-filters.tsx'
import { PriceTable } from './price-table.tsx'
import { isFiltered, PricesSearch, shownPrices } from './prices-search.ts'

const TITLE = 'Prices'
const FAILED = 'The prices could not be loaded'
const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: TITLE }] as const

const PriceDialog = lazyPart(async () => (await import('./price-dialog.tsx')).PriceDialog)

/** What customers pay for licenses and what they cost, with the days on which it applies. */
export function PricesPage() {
  return (
    <AdminPage title={TITLE}>
      <Prices />
    </AdminPage>
  )
}

function Prices() {
  const prices = useQuery(pricesQuery)
  const [opened, setOpened] = useState<LicensePrice | 'new' | null>(null)
  const currency = prices.data?.currency
  return (
    <PageShell
      title={TITLE}
      crumbs={CRUMBS}
      description="What customers pay for a seat and month. Without a customer price, Microsoft's list price applies."
      actions={
        <Button
          {...RETURNS_FOCUS}
          appearance="primary"
          icon={<AddRegular />}
          disabledFocusable={currency === undefined}
          onClick={() => setOpened('new')}
        >
          Add price
        </Button>
      }
    >
      {prices.isPending && <PageSpinner text="Loading prices..." />}
      {prices.isLoadingError && <LoadFailed title={FAILED} query={prices} />}
      {prices.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(prices.error)} />
      )}
      {prices.data && <LoadedPrices loaded={prices.data} onOpen={setOpened} />}
      {opened !== null && currency !== undefined && (
        <LaterPart>
          <PriceDialog
            price={opened === 'new' ? null : opened}
            currency={currency}
            onClose={() => setOpened(null)}
          />
        </LaterPart>
      )}
    </PageShell>
  )
}

interface LoadedPricesProps {
  loaded: CallReply<typeof listPrices>
  onOpen: (price: LicensePrice) => void
}

function LoadedPrices({ loaded: { prices }, onOpen }: LoadedPricesProps) {
  const { view, text, type, choose } = usePricesView()
  const rows = useMemo(() => shownPrices(prices, view), [prices, view])
  if (prices.length === 0)
    return (
      <EmptyState
        icon={<MoneyRegular />}
        title="No prices yet"
        text="Every amount rests on Microsoft's list price, in USD. Add the price that your customers pay."
      />
    )
  return (
    <>
      <PriceFilters prices={prices} view={view} text={text} onType={type} onChoose={choose} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchRegular />}
          title="No price matches the filters"
          text={isFiltered(view) ? 'Remove a filter.' : 'All prices have ended. Choose Any Time.'}
          action={isFiltered(view) && <ClearFilters onClear={() => choose({})} />}
        />
      ) : (
        <PriceTable rows={rows} total={prices.length} onOpen={onOpen} />
      )}
    </>
  )
}

/** The view is in the address: a choice adds an entry to the history, typing replaces the last one. */
function usePricesView() {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => PricesSearch.parse(search), [search])
  const navigate = useNavigate()
  const [text, type] = useTypedSearch(
    view.q ?? '',
    (words) =>
      void navigate({
        to: '/admin/prices',
        search: (current: unknown) => ({ ...PricesSearch.parse(current), q: words || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  return {
    view,
    text,
    type,
    choose: (next: PricesSearch) =>
      void navigate({ to: '/admin/prices', search: next, resetScroll: false }),
  }
}
