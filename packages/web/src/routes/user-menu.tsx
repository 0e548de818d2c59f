import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'

import { useCurrentUser } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { menuNameOf } from '../lib/person-name.ts'
import { HIDDEN_FROM_SIGHT } from '../ui/hidden-from-sight.ts'
import { Initials } from '../ui/initials.tsx'
import { LaterPart } from '../ui/later-part.tsx'
import { useMenuButton } from '../ui/use-menu-button.ts'

const loadEntries = async () => (await import('./user-menu-entries.tsx')).UserMenuEntries

const UserMenuEntries = lazyPart(loadEntries)

const useStyles = makeStyles({
  trigger: { gap: '8px', paddingInline: '8px', minWidth: 0, fontWeight: tokens.fontWeightRegular },
  name: {
    minWidth: 0,
    maxWidth: '220px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 640px)': HIDDEN_FROM_SIGHT,
  },
  spoken: HIDDEN_FROM_SIGHT,
  chevron: { flexShrink: 0 },
})

/** Who is signed in, and what is theirs (specification section 2, Top navigation). */
export function UserMenu() {
  const styles = useStyles()
  const user = useCurrentUser()
  const name = menuNameOf(user)
  const [wear, menu] = useMenuButton(loadEntries)
  return (
    <>
      <Button appearance="subtle" className={styles.trigger} {...wear}>
        <Initials name={user.displayName ?? name} size="small" />
        <span className={styles.spoken}>Account: </span>
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
