import { createRandom } from '../random.ts'
import { basicMix, brokenMix, premiumMix, variedMix, withAddOns } from './mixes.ts'
import type { StoryRecipe } from './recipe.ts'

/**
 * Added after the customers of the default world, in this order. The three that are delegated have no
 * contract: a reader of GDAP relationships finds them beside the contracts.
 */
export const FURTHER_STORIES: readonly StoryRecipe[] = [
  {
    story: 'renamed',
    countryCode: 'GB',
    company: { text: 'Zephyr Instruments Holding', ascii: 'zephyr-instruments' },
    size: 44,
    mix: premiumMix,
    policies: 'good',
    traits: { formerName: 'Zephyr Instruments Ltd' },
  },
  {
    story: 'license-errors',
    countryCode: 'NL',
    company: { text: 'Waterlinie Bouwgroep', ascii: 'waterlinie-bouwgroep' },
    size: 64,
    mix: brokenMix,
    policies: 'fair',
    traits: { hasLicenseErrors: true },
  },
  {
    story: 'secrets-expiring',
    countryCode: 'SE',
    company: { text: 'Västkust Programvara AB', ascii: 'vastkust-programvara' },
    size: 72,
    mix: (size) => variedMix(size, createRandom('secrets-expiring')),
    policies: 'fair',
    traits: { hasExpiringSecrets: true, delegated: 'active-after-ended' },
  },
  {
    story: 'no-premium-plan',
    countryCode: 'US',
    company: { text: 'Wheatland Grain Cooperative', ascii: 'wheatland-grain' },
    size: 35,
    mix: (size) =>
      withAddOns(basicMix(size), { partNumber: 'AAD_PREMIUM', share: 0.3, seats: 'suspended' }),
    policies: 'poor',
  },
  {
    story: 'directory-gone',
    countryCode: 'FR',
    company: { text: 'Vallée Verte Conseil', ascii: 'vallee-verte' },
    size: 9,
    mix: basicMix,
    policies: 'none',
    isConsented: false,
    traits: { isGone: true, delegated: 'ended' },
  },
  {
    story: 'delegated-only',
    countryCode: 'DE',
    company: { text: 'Uferblick Kliniken GmbH', ascii: 'uferblick-kliniken' },
    size: 120,
    mix: premiumMix,
    policies: 'good',
    traits: { hasNoContract: true, delegated: 'active' },
  },
  {
    story: 'delegated-expiring',
    countryCode: 'ES',
    company: { text: 'Unión Solar del Sur', ascii: 'union-solar' },
    size: 31,
    mix: premiumMix,
    policies: 'fair',
    traits: { hasNoContract: true, delegated: 'expiring' },
  },
  {
    story: 'delegated-ended',
    countryCode: 'DK',
    company: { text: 'Tårnby Skibsservice A/S', ascii: 'taarnby-skibsservice' },
    size: 19,
    mix: basicMix,
    policies: 'none',
    traits: { hasNoContract: true, delegated: 'ended' },
  },
  {
    story: 'mfa-at-risk',
    countryCode: 'US',
    company: { text: 'Summit Ridge Outfitters', ascii: 'summit-ridge-outfitters' },
    size: 52,
    mix: (size) =>
      withAddOns(premiumMix(size), { partNumber: 'AAD_PREMIUM_P2', share: 1, seats: 'fitting' }),
    policies: 'poor',
    traits: { policyStyle: 'mfa-at-risk' },
  },
  {
    story: 'mfa-with-exceptions',
    countryCode: 'NO',
    company: { text: 'Solvang Fjordturer AS', ascii: 'solvang-fjordturer' },
    size: 46,
    mix: premiumMix,
    policies: 'fair',
    traits: { policyStyle: 'mfa-with-exceptions' },
  },
  {
    story: 'mfa-by-strength',
    countryCode: 'FI',
    company: { text: 'Saimaan Tekniikka Oy', ascii: 'saimaan-tekniikka' },
    size: 34,
    mix: premiumMix,
    policies: 'good',
    traits: { policyStyle: 'mfa-by-strength' },
  },
  {
    // Somebody took back what was granted, except the policies: no place that names licenses answers.
    story: 'narrow-consent',
    countryCode: 'DE',
    company: { text: 'Rheintal Möbelwerke GmbH', ascii: 'rheintal-moebelwerke' },
    size: 28,
    mix: premiumMix,
    policies: 'fair',
    traits: { consentedRoles: ['Policy.Read.All'] },
  },
]
