import { Badge, Button, Tooltip, makeStyles, tokens } from '@fluentui/react-components'
import { BeakerRegular } from '@fluentui/react-icons/svg/beaker'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { EstateSearch } from '../features/estate-search/estate-search.tsx'
import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { menuNameOf } from '../lib/person-name.ts'
import { signInOptionsQuery } from '../lib/sign-in-options.ts'
import { HIDDEN_FROM_SIGHT } from '../ui/hidden-from-sight.ts'
import { Initials } from '../ui/initials.tsx'
import { LaterPart } from '../ui/later-part.tsx'
import { Mark } from '../ui/mark.tsx'
import { useMenuButton } from '../ui/use-menu-button.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

const FOCUS_RING = {
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
} as const

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'flex',
    alignItems: 'stretch',
    gap: '8px',
    height: '48px',
    paddingInline: '32px 24px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 640px)': { gap: '4px', paddingInline: '16px 8px' },
    '@media print': { display: 'none' },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    marginInlineEnd: '16px',
    textDecoration: 'none',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
    borderRadius: tokens.borderRadiusMedium,
    ...FOCUS_RING,
    '@media (max-width: 480px)': { marginInlineEnd: 0 },
  },
  nav: { display: 'flex', alignItems: 'stretch', flexShrink: 0 },
  link: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    paddingInline: '12px',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorNeutralForeground1 },
    ...FOCUS_RING,
    '@media (max-width: 480px)': { paddingInline: '6px' },
    '&[aria-current="page"]': {
      color: tokens.colorNeutralForeground1,
      fontWeight: tokens.fontWeightSemibold,
    },
    '&[aria-current="page"]::after': {
      content: '""',
      position: 'absolute',
      insetInline: '12px',
      '@media (max-width: 480px)': { insetInline: '6px' },
      bottom: '-1px',
      height: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      // Forced colors would paint it like the page.
      '@media (forced-colors: active)': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
    },
  },
  // A long name is truncated; the page is not widened.
  end: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minWidth: 0,
    marginInlineStart: 'auto',
    '@media (max-width: 640px)': { gap: '4px' },
  },
  brandName: { '@media (max-width: 480px)': { display: 'none' } },
  badge: { flexShrink: 0, whiteSpace: 'nowrap' },
  longWords: { '@media (max-width: 900px)': { display: 'none' } },
  // The icon alone on phones, with the word for screen readers.
  shortWord: {
    '@media (min-width: 901px)': { display: 'none' },
    '@media (max-width: 480px)': HIDDEN_FROM_SIGHT,
  },
  trigger: { gap: '8px', paddingInline: '8px', minWidth: 0, fontWeight: tokens.fontWeightRegular },

  name: {
    minWidth: 0,
    maxWidth: '400px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 640px)': HIDDEN_FROM_SIGHT,
  },

  // The three links need its room on phones.
  chevron: { flexShrink: 0, '@media (max-width: 480px)': { display: 'none' } },
})

/** Brand, All Tenants, Posture, Licenses, the search and the user menu (specification section 2, Top navigation). */
export function TopNavigation() {
  const styles = useStyles()
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" className={styles.brand} aria-label="Tenantscope" preload={false}>
        <Mark size={24} />
        <span className={styles.brandName}>Tenantscope</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to="/dashboard" className={styles.link} activeOptions={IGNORE_FILTERS}>
          All Tenants
        </Link>
        <Link to="/posture" className={styles.link} activeOptions={IGNORE_FILTERS}>
          Posture
        </Link>
        <Link to="/licenses" className={styles.link} activeOptions={IGNORE_FILTERS}>
          Licenses
        </Link>
      </nav>
      <div className={styles.end}>
        <EstateSearch />
        <SimulatedBadge />
        <UserMenu />
      </div>
    </header>
  )
}

const IGNORE_FILTERS = { includeSearch: false }

/** Marks simulated tenants, so that they are not mistaken for real ones. */
function SimulatedBadge() {
  const styles = useStyles()
  const { data: options } = useQuery(signInOptionsQuery)
  if (options?.simulatedMicrosoft !== true) return null
  return (
    <Tooltip
      content="Microsoft is simulated on this installation: the tenants are sample data."
      relationship="description"
    >
      <Badge
        className={styles.badge}
        appearance="tint"
        color="informative"
        icon={<BeakerRegular />}
        tabIndex={0}
      >
        <span className={styles.shortWord}>Simulated</span>
        <span className={styles.longWords}>Simulated Microsoft</span>
      </Badge>
    </Tooltip>
  )
}

const loadEntries = async () => (await import('./user-menu-entries.tsx')).UserMenuEntries

const UserMenuEntries = lazyPart(loadEntries)

/** The signed-in user and their menu (specification section 2, Top navigation). */
function UserMenu() {
  const styles = useStyles()
  const user = useCurrentUser()
  const name = menuNameOf(user)
  const [wear, menu] = useMenuButton(loadEntries)
  return (
    <>
      <Button appearance="subtle" className={styles.trigger} {...wear}>
        <Initials name={user.displayName ?? name} size="small" />
        <VisuallyHidden>Account: </VisuallyHidden>
        <span className={styles.name}>{name}</span>
        <ChevronDownRegular className={styles.chevron} aria-hidden="true" />
      </Button>
      {menu && (
        <LaterPart>
          <UserMenuEntries menu={menu} />
        </LaterPart>
      )}
    </>
  )
}
