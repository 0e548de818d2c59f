import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { summarizeSavings } from '@tenantscope/analysis/savings'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SavingsItem } from './savings-item.tsx'
import { savingsRows, summaryText } from './savings-words.ts'
import type { Figure, SavingsRow } from './savings-words.ts'

const SavingsDrawer = lazyPart(async () => (await import('./savings-drawer.tsx')).SavingsDrawer)

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  summary: { margin: 0 },
})

interface TenantSavingsProps {
  tenantId: TenantId
  licenses: readonly TenantLicense[]
}

/** What could be saved on a tenant's paid licenses (decisions.md, Licenses). */
export function TenantSavings(props: TenantSavingsProps) {
  return (
    <SectionCard title="Cost-saving opportunities">
      <Savings {...props} />
    </SectionCard>
  )
}

function Savings({ tenantId, licenses }: TenantSavingsProps) {
  const styles = useStyles()
  const format = useFormat()
  const rows = savingsRows(licenses)
  const drawer = useDrawer(rows)
  const paid = licenses.flatMap(({ savings }) => (savings === null ? [] : [savings]))
  const arePeopleUnread = paid.some(({ blockedHolders }) => blockedHolders === null)
  return (
    <>
      {arePeopleUnread && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            People could not be read: blocked and guest holders are not known.
          </MessageBarBody>
        </MessageBar>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<CheckmarkCircleRegular />}
          title="No savings found"
          text={
            paid.length === 0
              ? 'This tenant has no paid licenses.'
              : 'Every paid seat is in use, as far as is known.'
          }
        />
      ) : (
        <>
          <p className={styles.summary}>{summaryText(summarizeSavings(licenses), format)}</p>
          <ul className={styles.list}>
            {rows.map((row) => (
              <SavingsItem
                key={row.license.skuId}
                row={row}
                onOpen={(opens) => drawer.open(row.license.skuId, opens)}
              />
            ))}
          </ul>
        </>
      )}
      {drawer.shown && (
        <LaterPart>
          <SavingsDrawer
            tenantId={tenantId}
            {...drawer.shown}
            isOpen={drawer.isOpen}
            onOpen={drawer.show}
            onClose={drawer.close}
          />
        </LaterPart>
      )}
    </>
  )
}

/**
 * What the drawer shows stays while it slides out, and follows what is read anew. Its code is not
 * loaded before it is first asked for.
 */
function useDrawer(rows: readonly SavingsRow[]) {
  const [asked, setAsked] = useState<{ skuId: string; opens: Figure['opens'] }>()
  const [isOpen, setIsOpen] = useState(false)
  const row = rows.find(({ license }) => license.skuId === asked?.skuId)
  return {
    shown: asked && row && { row, opens: asked.opens },
    isOpen,
    open: (skuId: string, opens: Figure['opens']) => {
      setAsked({ skuId, opens })
      setIsOpen(true)
    },
    show: (opens: Figure['opens']) => setAsked((before) => before && { ...before, opens }),
    close: () => setIsOpen(false),
  }
}
