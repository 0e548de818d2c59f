import { Button, makeStyles } from '@fluentui/react-components'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { useConsent } from '../../features/consent/use-consent.ts'
import { useCurrentUser } from '../../lib/current-user.ts'

const useStyles = makeStyles({
  text: { margin: 0 },
  progress: { alignSelf: 'stretch', ':empty': { display: 'none' } },
})

interface OwnConsentProps {
  onConsent: () => void
}

/** Lets an administrator agree for the own directory; others learn whom to ask (decisions.md, Roles). */
export function OwnConsent({ onConsent }: OwnConsentProps) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  if (isAdmin) return <GrantButton onConsent={onConsent} />
  return <p className={styles.text}>An administrator of Tenantscope can grant it here.</p>
}

function GrantButton({ onConsent }: OwnConsentProps) {
  const styles = useStyles()
  const { start, ...consent } = useConsent({
    tenantId: null,
    popup: 'page',
    onSettled: ({ state }) => {
      if (state === 'succeeded') onConsent()
    },
  })
  return (
    <>
      <Button appearance="primary" disabledFocusable={consent.phase !== 'idle'} onClick={start}>
        Grant Admin Consent
      </Button>
      <div className={styles.progress}>
        <ConsentProgress {...consent} />
      </div>
    </>
  )
}
