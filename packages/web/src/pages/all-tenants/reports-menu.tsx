import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { roleReaches } from '@tenantscope/contract/roles'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { AllTenantsSearch } from './all-tenants-view.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'
import { CommandButton } from './command-button.tsx'

const loadEntries = async () => (await import('./reports-menu-entries.tsx')).ReportsMenuEntries

const ReportsMenuEntries = lazyPart(loadEntries)
const ReportsDialogs = lazyPart(async () => (await import('./reports-dialogs.tsx')).ReportsDialogs)

/** What there is about reports of all tenants; absent for people who may none of it. */
export function ReportsMenu() {
  const { role } = useCurrentUser()
  const { reports } = AllTenantsSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [wear, menu] = useMenuButton(loadEntries)
  if (!roleReaches(role, 'technician')) return null
  // The dialog stands in the address: 'back' closes it.
  const show = (dialog: ReportsDialogId | undefined) =>
    void navigate({
      to: '/dashboard',
      search: (current) => ({ ...current, reports: dialog }),
      state: true,
      replace: dialog === undefined,
      resetScroll: false,
    })
  return (
    <>
      <CommandButton
        {...wear}
        label="Reports"
        hint="Shared links, scheduled reports and how reports look"
        icon={<DocumentData20Regular />}
      />
      {menu && (
        <LaterPart>
          <ReportsMenuEntries menu={menu} onChoose={show} />
        </LaterPart>
      )}
      {reports !== undefined && (
        <LaterPart key={reports}>
          <ReportsDialogs dialog={reports} onClose={() => show(undefined)} />
        </LaterPart>
      )}
    </>
  )
}
