import type { Words } from './words.ts';

export const sw: Words = {
  hello: 'Habari,',
  signature: 'Ubashiri kati ya watu. Miaka 18 na zaidi tu; tafadhali bashiri kwa kuwajibika.',
  activation: {
    subject: 'Washa akaunti yako ya Touchline',
    before: 'Tafadhali fungua kiungo hiki ili kuwasha akaunti yako:',
    button: 'Washa akaunti yangu',
    after: [
      'Kinafanya kazi mara moja, kwa saa 24. Kikiisha muda, omba kingine mahali unapoingia.',
      'Akaunti itakuwa na jina na nenosiri la usajili huu, na kila aliyeingia kwenye akaunti atatolewa.',
      'Hukujisajili? Basi usifanye chochote. Bila kiungo hiki hakuna anayeweza kuchapisha kwa anwani yako.',
    ],
  },
  registeredAgain: {
    subject: 'Akaunti yako ya Touchline inasubiri kuwashwa',
    before:
      'Mtu amejisajili tena kwa anwani yako. Ikiwa ni wewe, tafadhali fungua kiungo hiki: akaunti itakuwa na jina na nenosiri la usajili huu, si la usajili wa awali.',
    button: 'Washa akaunti yangu',
    after: [
      'Kinafanya kazi mara moja, kwa saa 24.',
      'Hukujisajili sasa hivi? Basi usikifungue: akaunti yako itakuwa ya aliyejisajili.',
    ],
  },
  registeredTwice: {
    subject: 'Chagua nenosiri ili kuwasha akaunti yako ya Touchline',
    before:
      'Anwani yako imesajiliwa zaidi ya mara moja, labda na mtu mwingine. Tafadhali fungua kiungo hiki ili kuchagua nenosiri: kinawasha akaunti, na nenosiri lingine lolote halitumiki tena.',
    button: 'Chagua nenosiri jipya',
    after: [
      'Kinafanya kazi mara moja, kwa dakika kumi.',
      'Hukujisajili? Basi usifanye chochote. Bila kiungo hiki hakuna anayeweza kuchapisha kwa anwani yako.',
    ],
  },
  alreadyRegistered: {
    subject: 'Tayari una akaunti ya Touchline',
    before:
      'Mtu ametumia anwani yako kwa akaunti mpya. Tayari unayo, na hakuna kilichobadilishwa. Unaweza kuingia hapa:',
    button: 'Ingia',
    after: ['Si wewe? Basi hakuna la kufanya.'],
  },
  reset: {
    subject: 'Chagua nenosiri jipya la Touchline',
    before: 'Tafadhali fungua kiungo hiki ili kuchagua nenosiri jipya:',
    button: 'Chagua nenosiri jipya',
    after: [
      'Kinafanya kazi mara moja, kwa dakika kumi. Kila aliyeingia kwenye akaunti yako atatolewa.',
      'Hukuomba? Basi usifanye chochote. Nenosiri lako linabaki lilivyo.',
    ],
  },
  passwordChanged: {
    subject: 'Nenosiri lako la Touchline limebadilishwa',
    before:
      'Nenosiri la akaunti yako limebadilishwa, na vifaa vingine vyote vimetolewa. Si wewe? Basi chagua nenosiri jipya mara moja:',
    button: 'Chagua nenosiri jipya',
    after: ['Ni wewe? Basi hakuna la kufanya.'],
  },
  emailAsked: {
    subject: 'Mtu anataka kubadilisha barua pepe ya akaunti yako ya Touchline',
    before:
      'Mtu anayejua nenosiri lako ameomba barua pepe nyingine kwa akaunti yako. Hakuna kilichobadilika bado. Si wewe? Basi chagua nenosiri jipya mara moja:',
    button: 'Chagua nenosiri jipya',
    after: ['Ni wewe? Basi fungua kiungo kilichotumwa kwa anwani yako mpya.'],
  },
  emailConfirm: {
    subject: 'Thibitisha barua pepe mpya ya akaunti yako ya Touchline',
    before:
      'Tafadhali fungua kiungo hiki ili anwani hii iwe barua pepe ya akaunti ya Touchline ambayo sasa ina {account}:',
    button: 'Thibitisha barua pepe hii',
    after: [
      'Kinafanya kazi mara moja, kwa saa 24, mahali ambapo umeingia kwenye akaunti hiyo au kwa nenosiri lake.',
      'Akaunti hiyo si yako? Basi usifanye chochote, wala usiandike nenosiri lolote hapo.',
    ],
  },
  emailChanged: {
    subject: 'Barua pepe ya akaunti yako ya Touchline imebadilishwa',
    before:
      'Akaunti yako ina barua pepe nyingine kuanzia sasa. Si wewe? Kiungo hiki kinarudisha mabadiliko, kinawatoa wote na kukuruhusu kuchagua nenosiri jipya:',
    button: 'Rudisha mabadiliko',
    after: ['Kiungo kinafanya kazi kwa siku saba.', 'Ni wewe? Basi hakuna la kufanya.'],
  },
  emailMade: {
    subject: 'Hii sasa ni barua pepe ya akaunti yako ya Touchline',
    before: 'Kuanzia sasa unaingia kwa anwani hii:',
    button: 'Ingia',
    after: ['Kwa wiki moja, anwani uliyokuwa nayo inaweza kurudisha mabadiliko.'],
  },
  emailUndone: {
    subject: 'Hii ni tena barua pepe ya akaunti yako ya Touchline',
    before:
      'Mabadiliko ya barua pepe yako yamerudishwa na wote wametolewa. Fungua kiungo hiki ili kuchagua nenosiri utakaloingia nalo:',
    button: 'Chagua nenosiri jipya',
    after: ['Kinafanya kazi mara moja, kwa dakika kumi. Unaweza kuomba kingine mahali unapoingia.'],
  },
  guardAdded: {
    subject: 'Kitu kimeongezwa kwenye njia yako ya kuingia Touchline',
    before:
      'Programu ya uthibitishaji au ufunguo wa siri imeongezwa kwenye akaunti yako. Si wewe? Kiungo hiki kinaiondoa pamoja na yote yaliyoongezwa baadaye, kinawatoa wote, na kinakuruhusu kuchagua nenosiri jipya:',
    button: 'Iondoe',
    after: [
      'Kiungo kinafanya kazi mara moja, kwa siku saba. Kama barua pepe ya akaunti yako imebadilishwa baadaye, badiliko hilo linatenduliwa pia.',
      'Ni wewe? Basi hakuna cha kufanya.',
    ],
  },
  guardRemoved: {
    subject: 'Kitu kimeondolewa kwenye njia yako ya kuingia Touchline',
    before:
      'Programu ya uthibitishaji au ufunguo wa siri imeondolewa kwenye akaunti yako. Si wewe? Basi chagua nenosiri jipya mara moja, na uangalie mipangilio yako:',
    button: 'Chagua nenosiri jipya',
    after: ['Ni wewe? Basi hakuna cha kufanya.'],
  },
  guardTakenBack: {
    subject: 'Kilichoongezwa kwenye njia yako ya kuingia Touchline kimeondolewa',
    before:
      'Programu ya uthibitishaji au ufunguo wa siri imeondolewa na wote wametolewa. Fungua kiungo hiki ili kuchagua nenosiri jipya, ambalo utaingia nalo:',
    button: 'Chagua nenosiri jipya',
    after: ['Kinafanya kazi mara moja, kwa dakika kumi. Unaweza kuomba kingine unapoingia.'],
  },
};
