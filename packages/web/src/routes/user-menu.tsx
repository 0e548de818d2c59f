import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { PersonInfoRegular } from '@fluentui/react-icons/svg/person-info'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out'
import { useQueryClient } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import { Suspense, useState } from 'react'
import type { ReactElement } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { menuNameOf } from '../lib/person-name.ts'
import { endSession } from '../lib/session.ts'
import type { AnchorProps } from '../ui/anchor-props.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Initials } from '../ui/initials.tsx'

const DisplaySettingsDialog = lazyPart(
  async () =>
    (await import('../features/display-settings/display-settings-dialog.tsx'))
      .DisplaySettingsDialog,
)

/** For screen readers only. */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

const useStyles = makeStyles({
  trigger: { gap: '8px', paddingInline: '8px', minWidth: 0, fontWeight: tokens.fontWeightRegular },
  name: {
    maxWidth: '220px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 640px)': VISUALLY_HIDDEN,
  },
  spoken: VISUALLY_HIDDEN,
  person: { display: 'flex', alignItems: 'center', gap: '12px', padding: '12px 12px 12px 8px' },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: {
    maxWidth: '240px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  popover: { minWidth: '264px', maxWidth: 'calc(100vw - 16px)' },
})

/** Who is signed in, and what is theirs (specification section 2, Top navigation). */
export function UserMenu() {
  const styles = useStyles()
  const client = useQueryClient()
  const user = useCurrentUser()
  // Undefined until they are first asked for: their code is not loaded before.
  const [isSettingsOpen, setIsSettingsOpen] = useState<boolean>()
  const name = menuNameOf(user)
  // The settings have no trigger of their own: they give the focus back to the menu's button.
  const restoreFocus = useRestoreFocusTarget()
  return (
    <>
      <Menu positioning={{ position: 'below', align: 'end', offset: { mainAxis: 4 } }}>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" className={styles.trigger} {...restoreFocus}>
            <Trigger name={name} />
          </Button>
        </MenuTrigger>
        <MenuPopover className={styles.popover}>
          <PersonCard name={name} />
          <MenuList>
            <MenuDivider />
            <MenuRouteLink to="/dashboard" icon={<BuildingMultipleRegular />}>
              All Tenants
            </MenuRouteLink>
            <MenuRouteLink to="/overview" icon={<PersonInfoRegular />}>
              Overview
            </MenuRouteLink>
            <MenuItem icon={<SettingsRegular />} onClick={() => setIsSettingsOpen(true)}>
              Display settings
            </MenuItem>
            <MenuDivider />
            <MenuItem icon={<SignOutRegular />} onClick={() => void endSession(client)}>
              Sign Out
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isSettingsOpen !== undefined && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <DisplaySettingsDialog
              isOpen={isSettingsOpen}
              onClose={() => setIsSettingsOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

function Trigger({ name }: { name: string }) {
  const styles = useStyles()
  const user = useCurrentUser()
  return (
    <>
      <Initials name={user.displayName ?? name} size="small" />
      <span className={styles.spoken}>Account: </span>
      <span className={styles.name}>{name}</span>
      <ChevronDownRegular aria-hidden="true" />
    </>
  )
}

function PersonCard({ name }: { name: string }) {
  const styles = useStyles()
  const user = useCurrentUser()
  const detail = user.email ?? user.username
  return (
    <div className={styles.person}>
      <Initials name={user.displayName ?? name} size="large" />
      <div className={styles.words}>
        <Text weight="semibold">{user.displayName ?? name}</Text>
        <Text size={200} className={styles.line} title={detail}>
          {detail}
        </Text>
        <Text size={200} className={styles.line}>
          {ROLE_NAMES[user.role]}
        </Text>
      </div>
    </div>
  )
}

const MenuRouteLink = createLink(MenuAnchor)

function MenuAnchor({ ref, href = '', ...props }: AnchorProps & { icon: ReactElement }) {
  return <MenuItemLink {...props} href={href} ref={ref ?? null} />
}
