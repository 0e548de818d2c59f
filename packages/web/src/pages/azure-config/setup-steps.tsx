import { makeStyles } from '@fluentui/react-components'

import { AppLink } from '../../ui/app-link.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    paddingInlineStart: '20px',
  },
})

/** The way to an app registration in short; the whole of it has a page of its own. */
export function SetupSteps() {
  const styles = useStyles()
  return (
    <SectionCard title="Setup steps">
      <ol className={styles.list}>
        <li>Register an application for accounts in any organizational directory.</li>
        <li>Add both redirect URIs, platform Web.</li>
        <li>Make a client secret, or upload a certificate.</li>
        <li>Add the application permissions of Microsoft Graph.</li>
        <li>Grant admin consent in your own directory.</li>
        <li>Enter the IDs and the credential here, and save.</li>
      </ol>
      <div>
        <AppLink to="/azure-redirect-setup">Every step in detail, with a manifest to paste</AppLink>
      </div>
    </SectionCard>
  )
}
