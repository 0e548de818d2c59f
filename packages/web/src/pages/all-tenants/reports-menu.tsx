import { Button, makeStyles } from '@fluentui/react-components'
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down'
import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { roleReaches } from '@tenantscope/contract/roles'
import type {
  ComponentProps,
  MouseEvent as ReactMouseEvent,
  ReactElement,
  RefCallback,
} from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useClickGuard } from '../../ui/action-button.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { AllTenantsSearch } from './all-tenants-view.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'

const useStyles = makeStyles({
  button: {
    fontWeight: 'normal',
    flexShrink: 0,
    minWidth: 0,
    paddingInline: '8px',
    whiteSpace: 'nowrap',
  },
  chevron: { marginInlineStart: '4px' },
})

const loadEntries = async () => (await import('./menu-entries.tsx')).ReportsMenuEntries

const ReportsMenuEntries = lazyPart(loadEntries)
const ReportsDialogs = lazyPart(async () => (await import('./reports-dialogs.tsx')).ReportsDialogs)

/** What there is about reports of all tenants; absent for people who may none of it. */
export function ReportsMenu() {
  const { role } = useCurrentUser()
  const { reports } = AllTenantsSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [wear, menu] = useMenuButton(loadEntries)
  if (!roleReaches(role, 'technician')) return null
  // The address contains the dialog: 'back' closes it.
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
        hint="Shared links, scheduled reports and report settings"
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

type CommandButtonProps = Omit<
  ComponentProps<'button'>,
  'title' | 'children' | 'ref' | 'disabled'
> & {
  ref?: RefCallback<HTMLButtonElement>
  label: string
  /** Its effect, or why it is not possible now. */
  hint: string
  icon: ReactElement
  isDisabled?: boolean
  /** Of a command that changes or saves something: whether it runs. A second click does nothing. */
  isBusy?: boolean
}

/** A command above the table; it gets the focus back when its dialog closes. */
export function CommandButton(props: CommandButtonProps) {
  const { ref, label, hint, isDisabled = false, isBusy, onClick, ...button } = props
  const styles = useStyles()
  const guard = useClickGuard(isBusy === true)
  return (
    <Button
      {...RETURNS_FOCUS}
      {...button}
      ref={ref ?? null}
      appearance="subtle"
      className={styles.button}
      title={hint}
      disabledFocusable={isDisabled || isBusy === true}
      onClick={(event: ReactMouseEvent<HTMLButtonElement>) => {
        if (isBusy !== undefined) guard(event)
        onClick?.(event)
      }}
    >
      {label}
      {button['aria-haspopup'] === 'menu' && (
        <ChevronDown12Regular className={styles.chevron} aria-hidden="true" />
      )}
    </Button>
  )
}
