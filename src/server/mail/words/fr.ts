import type { Words } from './words.ts';

export const fr: Words = {
  hello: 'Bonjour,',
  signature:
    'Des pronostics entre gens. Interdit aux moins de 18 ans ; jouez de façon responsable.',
  activation: {
    subject: 'Activez votre compte Touchline',
    before: 'Veuillez ouvrir ce lien pour activer votre compte :',
    button: 'Activer mon compte',
    after: [
      'Il fonctionne une seule fois, pendant 24 heures. S’il a expiré, demandez-en un autre là où vous vous connectez.',
      'Le compte a alors le nom et le mot de passe de cette inscription, et toutes ses sessions sont fermées.',
      'Vous ne vous êtes pas inscrit ? Ne faites rien. Sans ce lien, personne ne peut publier sous votre adresse.',
    ],
  },
  registeredAgain: {
    subject: 'Votre compte Touchline attend d’être activé',
    before:
      'Quelqu’un s’est de nouveau inscrit avec votre adresse. Si c’était vous, ouvrez ce lien : le compte a alors le nom et le mot de passe de cette inscription, et non d’une inscription précédente.',
    button: 'Activer mon compte',
    after: [
      'Il fonctionne une seule fois, pendant 24 heures.',
      'Vous ne venez pas de vous inscrire ? N’ouvrez pas ce lien : quelqu’un d’autre aurait votre compte.',
    ],
  },
  registeredTwice: {
    subject: 'Choisissez un mot de passe pour activer votre compte Touchline',
    before:
      'Votre adresse a été inscrite plus d’une fois, peut-être par quelqu’un d’autre. Ouvrez ce lien pour choisir un mot de passe : il active le compte, et aucun autre mot de passe ne vaut plus.',
    button: 'Choisir un mot de passe',
    after: [
      'Il fonctionne une seule fois, pendant dix minutes.',
      'Vous ne vous êtes pas inscrit ? Ne faites rien. Sans ce lien, personne ne peut publier sous votre adresse.',
    ],
  },
  alreadyRegistered: {
    subject: 'Vous avez déjà un compte Touchline',
    before:
      'Quelqu’un a utilisé votre adresse pour un nouveau compte. Vous en avez déjà un, et rien n’y a été changé. Vous pouvez vous connecter ici :',
    button: 'Se connecter',
    after: ['Ce n’était pas vous ? Il n’y a rien à faire.'],
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe Touchline',
    before: 'Veuillez ouvrir ce lien pour choisir un nouveau mot de passe :',
    button: 'Choisir un mot de passe',
    after: [
      'Il fonctionne une seule fois, pendant dix minutes. Toutes les sessions de votre compte seront alors fermées.',
      'Vous n’avez rien demandé ? Ne faites rien. Votre mot de passe reste le même.',
    ],
  },
  passwordChanged: {
    subject: 'Votre mot de passe Touchline a été changé',
    before:
      'Le mot de passe de votre compte a été changé, et les sessions des autres appareils ont été fermées. Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe :',
    button: 'Choisir un mot de passe',
    after: ['C’était vous ? Il n’y a rien à faire.'],
  },
  emailAsked: {
    subject: 'Quelqu’un veut changer l’e-mail de votre compte Touchline',
    before:
      'Quelqu’un qui connaît votre mot de passe a demandé un autre e-mail pour votre compte. Rien n’a encore changé. Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe :',
    button: 'Choisir un mot de passe',
    after: ['C’était vous ? Ouvrez le lien envoyé à votre nouvelle adresse.'],
  },
  emailConfirm: {
    subject: 'Confirmez le nouvel e-mail de votre compte Touchline',
    before:
      'Ouvrez ce lien pour que cette adresse devienne l’e-mail du compte Touchline qui a maintenant {account} :',
    button: 'Confirmer cet e-mail',
    after: [
      'Il fonctionne une fois, pendant 24 heures, là où vous êtes connecté à ce compte ou avec son mot de passe.',
      'Ce compte n’est pas le vôtre ? Ne faites rien, et n’y saisissez aucun mot de passe.',
    ],
  },
  emailChanged: {
    subject: 'L’e-mail de votre compte Touchline a été changé',
    before:
      'Votre compte a désormais un autre e-mail. Ce n’était pas vous ? Ce lien annule le changement, ferme toutes les sessions et vous laisse choisir un nouveau mot de passe :',
    button: 'Annuler le changement',
    after: ['Le lien fonctionne pendant sept jours.', 'C’était vous ? Il n’y a rien à faire.'],
  },
  emailMade: {
    subject: 'Cette adresse est désormais l’e-mail de votre compte Touchline',
    before: 'Vous vous connectez désormais avec cette adresse :',
    button: 'Se connecter',
    after: ['Pendant une semaine, votre ancienne boîte peut annuler le changement.'],
  },
  emailUndone: {
    subject: 'Cette adresse est de nouveau l’e-mail de votre compte Touchline',
    before:
      'Le changement de votre e-mail a été annulé et toutes les sessions ont été fermées. Ouvrez ce lien pour choisir le mot de passe avec lequel vous vous connecterez :',
    button: 'Choisir un mot de passe',
    after: [
      'Il fonctionne une seule fois, pendant dix minutes. Vous pouvez en demander un autre là où vous vous connectez.',
    ],
  },
  guardAdded: {
    subject: 'Un moyen de connexion a été ajouté à votre compte Touchline',
    before:
      'Une application d’authentification ou une clé d’accès a été ajoutée à votre compte. Ce n’était pas vous ? Ce lien la retire, avec tout ce qui a été ajouté ensuite, déconnecte tout le monde et vous laisse choisir un nouveau mot de passe :',
    button: 'La retirer',
    after: [
      'Le lien fonctionne une fois, pendant sept jours. Si l’e-mail de votre compte a changé depuis, ce changement est annulé aussi.',
      'C’était vous ? Il n’y a rien à faire.',
    ],
  },
  guardRemoved: {
    subject: 'Un moyen de connexion a été retiré de votre compte Touchline',
    before:
      'Une application d’authentification ou une clé d’accès a été retirée de votre compte. Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe et vérifiez vos réglages :',
    button: 'Choisir un nouveau mot de passe',
    after: ['C’était vous ? Il n’y a rien à faire.'],
  },
  guardTakenBack: {
    subject: 'L’ajout à votre connexion Touchline est retiré',
    before:
      'L’application d’authentification ou la clé d’accès est retirée et tout le monde a été déconnecté. Ouvrez ce lien pour choisir un nouveau mot de passe, avec lequel vous vous connecterez :',
    button: 'Choisir un nouveau mot de passe',
    after: [
      'Il fonctionne une fois, pendant dix minutes. Vous pouvez en demander un autre là où vous vous connectez.',
    ],
  },
};
