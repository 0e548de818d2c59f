import {
  makeStyles,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  Text,
  tokens,
} from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { HistoryRegular } from '@fluentui/react-icons/svg/history'
import { KeyMultipleRegular } from '@fluentui/react-icons/svg/key-multiple'
import { MoneyRegular } from '@fluentui/react-icons/svg/money'
import { OrganizationRegular } from '@fluentui/react-icons/svg/organization'
import { PeopleSettingsRegular } from '@fluentui/react-icons/svg/people-settings'
import { PersonRegular } from '@fluentui/react-icons/svg/person'
import { PersonInfoRegular } from '@fluentui/react-icons/svg/person-info'
import { PlugConnectedSettingsRegular } from '@fluentui/react-icons/svg/plug-connected-settings'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task'
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out'
import { useQueryClient } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { ReactElement } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { menuNameOf } from '../lib/person-name.ts'
import { endSession } from '../lib/session.ts'
import type { AnchorProps } from '../ui/app-link.tsx'
import { HangingMenu } from '../ui/hanging-menu.tsx'
import { Initials } from '../ui/initials.tsx'
import { Stack } from '../ui/stack.tsx'
import type { ButtonMenu } from '../ui/use-menu-button.ts'

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '12px', padding: '12px 12px 12px 8px' },
  line: {
    maxWidth: '240px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  popover: { minWidth: '264px', maxWidth: 'calc(100vw - 16px)' },
})

/** The user, the screens and Sign Out; loaded when the pointer or focus reaches the menu. */
export function UserMenuEntries({ menu }: { menu: ButtonMenu }) {
  const styles = useStyles()
  const client = useQueryClient()
  const { isAdmin } = useCurrentUser()
  return (
    <HangingMenu {...menu} align="end" offset={4} className={styles.popover}>
      <PersonCard />
      <MenuList aria-label="Account">
        <MenuDivider />
        <MenuRouteLinks entries={SCREENS} />
        {isAdmin && (
          <>
            <MenuDivider />
            <MenuRouteLinks entries={ADMIN_SCREENS} />
          </>
        )}
        <MenuDivider />
        <MenuItem icon={<SignOutRegular />} onClick={() => void endSession(client)}>
          Sign Out
        </MenuItem>
      </MenuList>
    </HangingMenu>
  )
}

interface MenuEntry {
  name: string
  link: LinkProps
  Icon: FluentIcon
}

const SCREENS: readonly MenuEntry[] = [
  { name: 'My Account', link: { to: '/profile' }, Icon: PersonRegular },
  { name: 'All Tenants', link: { to: '/dashboard' }, Icon: BuildingMultipleRegular },
  { name: 'Overview', link: { to: '/overview' }, Icon: PersonInfoRegular },
  { name: 'My Organization', link: { to: '/enhanced-dashboard' }, Icon: OrganizationRegular },
  { name: 'Azure Config', link: { to: '/azure-config' }, Icon: PlugConnectedSettingsRegular },
  {
    name: 'Preferences',
    link: { to: '/profile', search: { tab: 'preferences' } },
    Icon: SettingsRegular,
  },
]

/** For administrators only (specification section 2, Top navigation). */
const ADMIN_SCREENS: readonly MenuEntry[] = [
  { name: 'Admin Panel', link: { to: '/admin-panel' }, Icon: PeopleSettingsRegular },
  { name: 'Security Audit', link: { to: '/admin/security-audit' }, Icon: ShieldTaskRegular },
  { name: 'License Management', link: { to: '/admin-licenses' }, Icon: KeyMultipleRegular },
  { name: 'Prices', link: { to: '/admin/prices' }, Icon: MoneyRegular },
  { name: 'License Audit Trail', link: { to: '/admin/license-audit' }, Icon: HistoryRegular },
]

function MenuRouteLinks({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map(({ name, link, Icon }) => (
    <MenuRouteLink key={name} {...link} icon={<Icon />}>
      {name}
    </MenuRouteLink>
  ))
}

function PersonCard() {
  const styles = useStyles()
  const user = useCurrentUser()
  const name = menuNameOf(user)
  const detail = user.email ?? user.username
  return (
    <div className={styles.person}>
      <Initials name={user.displayName ?? name} size="large" />
      <Stack>
        <Text weight="semibold">{user.displayName ?? name}</Text>
        <Text size={200} className={styles.line} title={detail}>
          {detail}
        </Text>
        <Text size={200} className={styles.line}>
          {ROLE_NAMES[user.role]}
        </Text>
      </Stack>
    </div>
  )
}

const MenuRouteLink = createLink(MenuAnchor)

function MenuAnchor({ ref, href = '', ...props }: AnchorProps & { icon: ReactElement }) {
  return <MenuItemLink {...props} href={href} ref={ref ?? null} />
}
