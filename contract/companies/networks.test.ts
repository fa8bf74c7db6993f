import { expect, test } from 'vitest'
import { networkLinks, readHandle, readSite } from './networks.ts'

test.each([
  ['@club.central', 'club.central'],
  ['club_central', 'club_central'],
  ['https://www.instagram.com/club.central/?hl=es', 'club.central'],
  ['instagram.com/club.central', 'club.central'],
  ['HTTPS://Instagram.com/Club', 'Club'],
  ['https://otro.example/club', null],
  ['javascript:alert(1)', null],
  ['club central', null],
  ['@', null],
  ['..', null],
  ['https://instagram.com.otro.example/club', null],
  ['a'.repeat(61), null],
])('the user name in %s is %s', (typed, handle) => {
  expect(readHandle('instagram', typed)).toBe(handle)
})

test('networks are known by the addresses that people paste', () => {
  expect(readHandle('x', 'https://twitter.com/club')).toBe('club')
  expect(readHandle('x', 'https://nottwitter.com/club')).toBeNull()
  expect(readHandle('facebook', 'https://es-la.facebook.com/club')).toBe('club')
})

test.each([
  ['clubcentral.com.ar', 'https://clubcentral.com.ar/'],
  ['http://clubcentral.com.ar/agenda?x=1', 'http://clubcentral.com.ar/agenda?x=1'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://clubcentral.com.ar@otro.example/', null],
  ['localhost', null],
  ['club central', null],
])('the site in %s is %s', (typed, site) => {
  expect(readSite(typed)).toBe(site)
})

test('a link leads to its network, whatever was kept', () => {
  const none = { instagram: '', facebook: '', tiktok: '', x: '', website: '' }
  expect(networkLinks(none)).toEqual([])
  expect(networkLinks({ ...none, tiktok: 'club', website: 'https://clubcentral.com.ar/agenda' })).toEqual([
    { name: 'TikTok', url: 'https://www.tiktok.com/@club' },
    { name: 'clubcentral.com.ar', url: 'https://clubcentral.com.ar/agenda' },
  ])
})
