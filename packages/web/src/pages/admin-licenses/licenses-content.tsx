import { makeStyles, tokens, Button } from '@fluentui/react-components'
import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import type { Format } from '../../lib/format.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { LicenseFilters } from './license-filters.tsx'
import { LicenseTable } from './license-table.tsx'
import { priceClassOf, unfiltered } from './licenses-view.ts'
import type { EditLicense, useLicensesView } from './licenses-view.ts'

const DIALOGS = {
  name: lazyPart(async () => (await import('./license-dialogs.tsx')).RenameDialog),
  type: lazyPart(async () => (await import('./license-dialogs.tsx')).TypeDialog),
  price: lazyPart(
    async () => (await import('../../ui/license-price-dialog.tsx')).LicensePriceDialog,
  ),
}

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },

  note: { color: tokens.colorNeutralForeground3 },
})

interface LicensesContentProps {
  licenses: readonly License[]
  /** The filtered licenses, in their order. */
  shown: readonly License[]
  control: ReturnType<typeof useLicensesView>
}

export function LicensesContent({ licenses, shown, control }: LicensesContentProps) {
  const { number } = useFormat()
  const { view, type, choose } = control
  const [edited, setEdited] = useState<Parameters<EditLicense>[0] | null>(null)
  const Dialog = edited && DIALOGS[edited.what]
  return (
    <>
      <LicenseStats licenses={licenses} />
      <LicenseNotices
        licenses={licenses}
        isUnknownOnly={view.unknown === true}
        onUnknownOnly={(isUnknownOnly) => choose({ ...view, unknown: isUnknownOnly || undefined })}
      />
      {licenses.length === 0 ? (
        <EmptyState
          title="No licenses found"
          text="Licenses appear here once the first tenant was read. Discover All Licenses asks Microsoft now."
        />
      ) : (
        <>
          <LicenseFilters view={view} onType={type} onChoose={choose} />
          <output>
            <Text as="div" variant="caption" muted>
              {number(shown.length)} of {number(licenses.length)} licenses
            </Text>
          </output>
          {shown.length === 0 ? (
            <EmptyState
              title="No licenses match your search"
              action={<Button onClick={() => choose(unfiltered(view))}>Show all licenses</Button>}
            />
          ) : (
            <LicenseTable licenses={shown} view={view} onChoose={choose} onEdit={setEdited} />
          )}
        </>
      )}
      {Dialog && (
        <LaterPart>
          <Dialog license={edited.license} onClose={() => setEdited(null)} />
        </LaterPart>
      )}
    </>
  )
}

/** The number of SKUs of each kind, independent of the filters. */
function LicenseStats({ licenses }: { licenses: readonly License[] }) {
  const styles = useStyles()
  const format = useFormat()
  const visible = licenses.filter(({ isVisible }) => isVisible).length
  const ofClass = (wanted: ReturnType<typeof priceClassOf>) =>
    licenses.filter((license) => priceClassOf(license) === wanted)
  const paid = ofClass('paid')
  const free = ofClass('free')
  const neither = ofClass(null)
  const cards = [
    {
      label: 'Total',
      count: licenses.length,
      ...(neither.length > 0 && {
        note: `Neither paid nor free: ${kindsText(neither, format)}`,
      }),
    },
    { label: 'Visible', count: visible },
    { label: 'Hidden', count: licenses.length - visible },
    { label: 'Paid', count: paid.length, note: kindsText(paid, format) },
    { label: 'Free', count: free.length, note: kindsText(free, format) },
  ]
  return (
    <dl className={styles.cards} aria-label="Licenses in numbers">
      {cards.map(({ label, count, note }) => (
        <Stack gap={4} key={label} className={styles.card}>
          <Text as="dt" variant="caption" muted>
            {label}
          </Text>
          <Text as="dd" variant="title" tabular>
            {format.number(count)}
          </Text>
          {note && (
            <Text as="dd" variant="caption" className={styles.note}>
              {note}
            </Text>
          )}
        </Stack>
      ))}
    </dl>
  )
}

/** '1 free, 2 retired': the kinds that the licenses have add up to all of them. */
const kindsText = (licenses: readonly License[], { number }: Pick<Format, 'number'>): string =>
  LicenseKind.options
    .map((kind) => [kind, licenses.filter((license) => license.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${number(count)} ${LICENSE_KINDS[kind].name.toLowerCase()}`)
    .join(', ')

interface LicenseNoticesProps {
  licenses: readonly License[]
  isUnknownOnly: boolean
  onUnknownOnly: (isUnknownOnly: boolean) => void
}

/** Notices that need the administrator's attention. */
function LicenseNotices({ licenses, isUnknownOnly, onUnknownOnly }: LicenseNoticesProps) {
  const format = useFormat()
  // A bar that measures itself would grow after it was shown and move the content below.
  const width = useBreakpoint([ROOMY])
  const visible = licenses.filter(({ isVisible }) => isVisible).length
  const unknown = licenses.filter(({ isKnown }) => !isKnown).length
  return (
    <>
      {visible < FEWEST_VISIBLE && (
        <Notice
          intent="warning"
          title={visible === 0 ? 'No license is visible' : 'Only 1 license is visible'}
        >
          Tenant views and reports show only visible licenses.
        </Notice>
      )}
      {(unknown > 0 || isUnknownOnly) && (
        <Notice
          intent="info"
          layout={width < ROOMY ? 'multiline' : 'singleline'}
          title={
            unknown === 1
              ? '1 SKU has no known name'
              : `${format.number(unknown)} SKUs have no known name`
          }
          action={{
            label: isUnknownOnly ? 'Show all SKUs' : 'Show only these',
            onClick: () => onUnknownOnly(!isUnknownOnly),
          }}
        >
          The part number is shown until a name is entered.
        </Notice>
      )}
    </>
  )
}

/** Wide enough for the notice in one line. */
const ROOMY = 900

/** Specification section 2, License Management. */
const FEWEST_VISIBLE = 2
