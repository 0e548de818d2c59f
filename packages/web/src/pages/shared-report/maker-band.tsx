import { textOn } from '@tenantscope/analysis/color-contrast'
import type { Branding } from '@tenantscope/contract/branding'

import { Mark } from '../../ui/mark.tsx'

/** The MSP first: its picture and its name on its own color. */
export function MakerBand({ branding }: { branding: Branding }) {
  const { name, logo, accentColor } = branding
  return (
    <header className="band" style={{ backgroundColor: accentColor, color: textOn(accentColor) }}>
      <div className="column">
        {/* Drawn for white paper: it stands on white in the dark too. */}
        {logo !== null && <img className="logo" src={logo} alt={name === null ? 'Logo' : ''} />}
        {name !== null && <bdi className="maker">{name}</bdi>}
        {name === null && logo === null && (
          <>
            <Mark size={32} />
            <span className="maker">Tenantscope</span>
          </>
        )}
      </div>
    </header>
  )
}
