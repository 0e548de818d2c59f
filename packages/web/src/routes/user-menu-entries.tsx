import {
  makeStyles,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  Text,
  tokens,
} from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { HistoryRegular } from '@fluentui/react-icons/svg/history'
import { KeyMultipleRegular } from '@fluentui/react-icons/svg/key-multiple'
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
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { ReactElement } from 'react'

import { useCurrentUser } from '../lib/current-user.ts'
import { menuNameOf } from '../lib/person-name.ts'
import { endSession } from '../lib/session.ts'
import type { AnchorProps } from '../ui/anchor-props.ts'
import { HangingMenu } from '../ui/hanging-menu.tsx'
import { Initials } from '../ui/initials.tsx'
import type { ButtonMenu } from '../ui/use-menu-button.ts'

const useStyles = makeStyles({
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

/** The person, the screens and what ends the stay; loaded when the menu is first near. */
export function UserMenuEntries({ menu }: { menu: ButtonMenu }) {
  const styles = useStyles()
  const client = useQueryClient()
  const { isAdmin } = useCurrentUser()
  return (
    <HangingMenu {...menu} align="end" offset={4} className={styles.popover}>
      <PersonCard />
      <MenuList aria-label="Account">
        <MenuDivider />
        <MenuRouteLink to="/profile" icon={<PersonRegular />}>
          My Account
        </MenuRouteLink>
        <MenuRouteLink to="/dashboard" icon={<BuildingMultipleRegular />}>
          All Tenants
        </MenuRouteLink>
        <MenuRouteLink to="/overview" icon={<PersonInfoRegular />}>
          Overview
        </MenuRouteLink>
        <MenuRouteLink to="/enhanced-dashboard" icon={<OrganizationRegular />}>
          My Organization
        </MenuRouteLink>
        <MenuRouteLink to="/azure-config" icon={<PlugConnectedSettingsRegular />}>
          Azure Config
        </MenuRouteLink>
        <MenuRouteLink to="/profile" search={{ tab: 'preferences' }} icon={<SettingsRegular />}>
          Preferences
        </MenuRouteLink>
        {isAdmin && <AdministrationEntries />}
        <MenuDivider />
        <MenuItem icon={<SignOutRegular />} onClick={() => void endSession(client)}>
          Sign Out
        </MenuItem>
      </MenuList>
    </HangingMenu>
  )
}

/** For administrators only (specification section 2, Top navigation). */
function AdministrationEntries() {
  return (
    <>
      <MenuDivider />
      <MenuRouteLink to="/admin-panel" icon={<PeopleSettingsRegular />}>
        Admin Panel
      </MenuRouteLink>
      <MenuRouteLink to="/admin/security-audit" icon={<ShieldTaskRegular />}>
        Security Audit
      </MenuRouteLink>
      <MenuRouteLink to="/admin-licenses" icon={<KeyMultipleRegular />}>
        License Management
      </MenuRouteLink>
      <MenuRouteLink to="/admin/license-audit" icon={<HistoryRegular />}>
        License Audit Trail
      </MenuRouteLink>
    </>
  )
}

function PersonCard() {
  const styles = useStyles()
  const user = useCurrentUser()
  const name = menuNameOf(user)
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
