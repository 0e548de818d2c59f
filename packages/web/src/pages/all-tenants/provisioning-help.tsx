import { makeStyles, tokens } from '@fluentui/react-components'

import { FactList } from '../../ui/fact-list.tsx'

const useStyles = makeStyles({
  help: {
    marginTop: '16px',
    padding: '16px 24px',
    maxWidth: '560px',
    boxSizing: 'border-box',
    textAlign: 'start',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
})

/** The environment that provisions the connection without a screen (decisions.md, Microsoft connection). */
export function ProvisioningHelp() {
  const styles = useStyles()
  return (
    <div className={styles.help}>
      <FactList
        facts={[
          {
            label: 'MICROSOFT_CLIENT_ID',
            value: 'Application (client) ID of the app registration',
          },
          { label: 'MICROSOFT_TENANT_ID', value: 'Directory (tenant) ID of your own directory' },
          {
            label: 'MICROSOFT_CLIENT_SECRET',
            value: 'Its client secret; or MICROSOFT_CLIENT_SECRET_FILE with the path of a file',
          },
        ]}
      />
    </div>
  )
}
