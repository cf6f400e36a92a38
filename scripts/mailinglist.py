"""Makes mailing lists for scripts/mailinglist.sh: mailinglist.py MAILMAN.CFG <LISTS

LISTS is a JSON array of lists, each with its address, its owner, the addresses of
its members, those of whom get its digests, and "set", any of Mailman's own
attributes of a list. Members are welcomed as if they had subscribed by themselves.
"""

import json
import sys

from mailman.core.initialize import initialize
from mailman.app.lifecycle import create_list
from mailman.database.transaction import transaction
from mailman.interfaces.archiver import ArchivePolicy
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.mailinglist import DMARCMitigateAction
from mailman.interfaces.member import DeliveryMode
from mailman.interfaces.subscriptions import ISubscriptionManager
from mailman.interfaces.usermanager import IUserManager
from zope.component import getUtility

WORDS = {"dmarc_mitigate_action": DMARCMitigateAction}
MODES = {"mime": DeliveryMode.mime_digests, "plain": DeliveryMode.plaintext_digests}


def make(spec):
    domain = spec["address"].split("@")[1]
    if getUtility(IDomainManager).get(domain) is None:
        getUtility(IDomainManager).add(domain)
    mlist = create_list(spec["address"], [spec["owner"]])
    mlist.archive_policy = ArchivePolicy.never  # what is to be archived would wait for ever
    for name, value in (spec.get("set") or {}).items():
        setattr(mlist, name, WORDS[name][value] if name in WORDS else value)
    digests = spec.get("digests") or {}
    for address in spec["members"]:
        users = getUtility(IUserManager)
        user = users.get_user(address) or users.make_user(address)
        ISubscriptionManager(mlist).register(
            next(iter(user.addresses)), pre_verified=True, pre_confirmed=True, pre_approved=True,
            delivery_mode=MODES.get(digests.get(address)))


initialize(sys.argv[1])
with transaction():
    for each in json.load(sys.stdin):
        make(each)
